namespace Marketplace.Driver.Reporting.Html;

/// <summary>Tables of the report.</summary>
internal static class Tables
{
    /// <summary>Writes a table of numbers; the first column names the row.</summary>
    /// <param name="rows">The rows; a cell that is "0" is shown faintly.</param>
    public static void Numeric(HtmlPage page, string caption, IReadOnlyList<string> head, IEnumerable<IReadOnlyList<string>> rows) =>
        Write(page, "numeric", caption, head, rows);

    /// <summary>Writes a table of texts, which are broken into lines where they are long; the first column names the row.</summary>
    public static void Texts(HtmlPage page, string caption, IReadOnlyList<string> head, IEnumerable<IReadOnlyList<string>> rows) =>
        Write(page, "texts", caption, head, rows);

    private static void Write(
        HtmlPage page, string kind, string caption, IReadOnlyList<string> head, IEnumerable<IReadOnlyList<string>> rows)
    {
        using (page.Open("div", ("class", "scroll")))
        using (page.Open("table", ("class", kind)))
        {
            page.Element("caption", caption);
            using (page.Open("thead"))
            using (page.Open("tr"))
            {
                foreach (var name in head)
                    page.Element("th", name, ("scope", "col"));
            }

            using (page.Open("tbody"))
            {
                foreach (var row in rows)
                {
                    using (page.Open("tr"))
                    {
                        page.Element("th", row[0], ("scope", "row"));
                        foreach (var cell in row.Skip(1))
                            page.Element("td", cell, ("class", cell == "0" ? "zero" : ""));
                    }
                }
            }
        }
    }

    /// <summary>Writes names with their values.</summary>
    public static void Pairs(HtmlPage page, IEnumerable<(string Name, string Value)> pairs)
    {
        using (page.Open("dl", ("class", "pairs")))
        {
            foreach (var (name, value) in pairs)
            {
                using (page.Open("div"))
                {
                    page.Element("dt", name);
                    page.Element("dd", value);
                }
            }
        }
    }

    /// <summary>Opens a part that is folded until it is asked for.</summary>
    public static HtmlPage.Scope Folded(HtmlPage page, string summary)
    {
        var scope = page.Open("details");
        page.Element("summary", summary);
        return scope;
    }
}
