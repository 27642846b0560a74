using System.Data.Common;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Driver.Reporting.Comparison;

namespace Marketplace.Driver.Queries;

/// <summary>Prints the answer to a query.</summary>
internal static class Answer
{
    /// <summary>Reads all rows, and hands them on.</summary>
    public static void Write(DbDataReader reader, IAnswerFormat format)
    {
        var columns = Enumerable.Range(0, reader.FieldCount).ToArray();
        format.Begin([.. columns.Select(reader.GetName)], [.. columns.Select(column => IsNumber(reader.GetFieldType(column)))]);
        while (reader.Read())
            format.Row([.. columns.Select(column => reader.IsDBNull(column) ? null : reader.GetValue(column))]);
        format.End();
    }

    /// <summary>A value as text, the same on every machine; lists and structs as JSON.</summary>
    public static string Text(object value) => value switch
    {
        string text => text,
        DateTime time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFF", CultureInfo.InvariantCulture),
        double number => number.ToString("0.######", CultureInfo.InvariantCulture),
        bool flag => flag ? "true" : "false",
        IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
        _ => JsonSerializer.Serialize(value),
    };

    /// <summary>A value as JSON.</summary>
    public static JsonNode? Json(object? value) => value switch
    {
        null => null,
        double number => double.IsFinite(number) ? JsonValue.Create(number) : null,
        decimal number => JsonValue.Create(number),
        int number => JsonValue.Create(number),
        long number => JsonValue.Create(number),
        bool flag => JsonValue.Create(flag),
        System.Numerics.BigInteger number => JsonNode.Parse(number.ToString(CultureInfo.InvariantCulture)),
        string or DateTime or IFormattable => JsonValue.Create(Text(value)),
        _ => JsonSerializer.SerializeToNode(value),
    };

    private static bool IsNumber(Type type) =>
        type == typeof(System.Numerics.BigInteger) || Type.GetTypeCode(type) is >= TypeCode.SByte and <= TypeCode.Decimal;
}

/// <summary>How rows are printed.</summary>
internal interface IAnswerFormat
{
    /// <summary>Told first.</summary>
    /// <param name="isNumber">Whether a column holds numbers.</param>
    void Begin(string[] names, bool[] isNumber);

    void Row(object?[] values);

    void End();
}

/// <summary>Comma-separated values, as RFC 4180 has them; NULL is an empty cell.</summary>
internal sealed class CsvAnswer(TextWriter output) : IAnswerFormat
{
    public void Begin(string[] names, bool[] isNumber) => output.WriteLine(Csv.Line(names));

    public void Row(object?[] values) => output.WriteLine(Csv.Line(values.Select(value => value is null ? null : Answer.Text(value))));

    public void End()
    {
    }
}

/// <summary>A JSON array with an object for each row, a row a line.</summary>
internal sealed class JsonAnswer(TextWriter output) : IAnswerFormat
{
    // Nothing else reads it as a part of a page.
    private static readonly JsonSerializerOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private string[] _names = [];
    private string _before = "[";

    public void Begin(string[] names, bool[] isNumber) => _names = names;

    public void Row(object?[] values)
    {
        var row = new JsonObject();
        foreach (var (name, value) in _names.Zip(values))
            row[name] = Answer.Json(value);
        output.WriteLine(_before + row.ToJsonString(Plain));
        _before = ",";
    }

    public void End() => output.WriteLine(_before == "[" ? "[]" : "]");
}

/// <summary>A table for people: aligned, and cut where it is wider than the terminal or very long.</summary>
/// <param name="width">Columns of the terminal; null if there is none.</param>
internal sealed class TableAnswer(TextWriter output, int? width) : IAnswerFormat
{
    private const int RowsMax = 1_000;
    private const int CellMax = 60;

    private readonly List<string[]> _rows = [];
    private string[] _names = [];
    private bool[] _isNumber = [];
    private long _count;

    public void Begin(string[] names, bool[] isNumber) => (_names, _isNumber) = (names, isNumber);

    public void Row(object?[] values)
    {
        if (_count++ < RowsMax) _rows.Add([.. values.Select(value => Cut(value is null ? "NULL" : Answer.Text(value)))]);
    }

    public void End()
    {
        foreach (var line in TextTable.Lines(_names, _rows, [.. _isNumber.Select(isNumber => !isNumber)], width, "--csv prints all."))
            output.WriteLine(line);
        output.WriteLine(_count > RowsMax
            ? string.Create(CultureInfo.InvariantCulture, $"({_count:#,0} rows, of which {RowsMax:#,0} are shown: --csv prints all)")
            : string.Create(CultureInfo.InvariantCulture, $"({_count} {(_count == 1 ? "row" : "rows")})"));
    }

    private static string Cut(string text) => text.Length <= CellMax ? text : $"{text[..(CellMax - 1)]}…";
}
