using System.Net;
using System.Text;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>Writes HTML that is well-formed XML too. Every text and attribute is escaped here, and nowhere else.</summary>
/// <param name="prologue">What comes before the first element.</param>
internal sealed class HtmlPage(string prologue)
{
    private readonly StringBuilder _text = new(prologue);

    /// <summary>Opens an element; it is closed with the scope.</summary>
    public Scope Open(string tag, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        Start(tag, attributes);
        _text.Append('>');
        return new Scope(this, tag);
    }

    /// <summary>Writes an element with a text.</summary>
    public void Element(string tag, string text, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        using (Open(tag, attributes))
            Text(text);
    }

    /// <summary>Writes an element without content.</summary>
    public void Empty(string tag, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        Start(tag, attributes);
        _text.Append(" />");
    }

    /// <summary>Writes a text.</summary>
    public void Text(string text) => _text.Append(WebUtility.HtmlEncode(Clean(text)));

    /// <summary>Writes what is HTML already: our own style sheet.</summary>
    public void Raw(string html) => _text.Append(html);

    /// <summary>The page so far.</summary>
    public override string ToString() => _text.ToString();

    private void Start(string tag, ReadOnlySpan<(string Name, string Value)> attributes)
    {
        _text.Append('<').Append(tag);
        foreach (var (name, value) in attributes)
            _text.Append(' ').Append(name).Append("=\"").Append(WebUtility.HtmlEncode(Clean(value))).Append('"');
    }

    // Control characters are no XML, escaped or not, and half a surrogate pair is no UTF-8.
    private static string Clean(string text)
    {
        foreach (var c in text)
        {
            if ((char.IsControl(c) && c is not ('\t' or '\n')) || char.IsSurrogate(c) || c >= '\uFFFE')
                return Replace(text);
        }

        return text;
    }

    private static string Replace(string text)
    {
        var clean = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            var isBad = (Rune.IsControl(rune) && rune.Value is not ('\t' or '\n')) || (rune.Value & 0xFFFE) == 0xFFFE;
            clean.Append(isBad ? "\uFFFD" : rune.ToString());
        }

        return clean.ToString();
    }

    /// <summary>An element that is open.</summary>
    internal readonly ref struct Scope(HtmlPage page, string tag)
    {
        /// <summary>Closes it.</summary>
        public void Dispose() => page._text.Append("</").Append(tag).Append(">\n");
    }
}
