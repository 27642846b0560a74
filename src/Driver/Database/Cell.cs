using System.Data.Common;
using DuckDB.NET.Data;

namespace Marketplace.Driver.Database;

/// <summary>One cell: how values of .NET are kept in a table.</summary>
internal static class Cell
{
    private const int MoneyDigits = 2;

    /// <summary>The type of a column; null for a record, whose columns are its own.</summary>
    public static string? TypeOf(Type type)
    {
        var bare = Nullable.GetUnderlyingType(type) ?? type;
        return bare == typeof(string) || bare.IsEnum ? "VARCHAR"
            : bare == typeof(int) ? "INTEGER"
            : bare == typeof(long) ? "BIGINT"
            : bare == typeof(double) ? "DOUBLE"
            : bare == typeof(bool) ? "BOOLEAN"
            : bare == typeof(decimal) ? "DECIMAL(38,2)"
            : bare == typeof(DateTime) ? "TIMESTAMP"
            : null;
    }

    /// <summary>Appends a cell.</summary>
    /// <exception cref="InvalidDataException">An amount of money would not be exact.</exception>
    public static void Append<TValue>(IDuckDBAppenderRow row, TValue value)
    {
        _ = value switch
        {
            null => row.AppendNullValue(),
            string text => row.AppendValue(text),
            int number => row.AppendValue((int?)number),
            long number => row.AppendValue((long?)number),
            double number => row.AppendValue((double?)number),
            bool flag => row.AppendValue((bool?)flag),
            decimal money => row.AppendValue((decimal?)Exact(money)),
            DateTime time => row.AppendValue((DateTime?)time),
            _ => row.AppendValue(value.ToString()),
        };
    }

    /// <summary>Reads a cell.</summary>
    public static TValue Read<TValue>(DbDataReader reader, int column)
    {
        if (reader.IsDBNull(column)) return default!;
        var type = Nullable.GetUnderlyingType(typeof(TValue)) ?? typeof(TValue);
        object value = type.IsEnum ? Enum.Parse(type, reader.GetString(column))
            : type == typeof(decimal) ? reader.GetDecimal(column)
            : type == typeof(DateTime) ? DateTime.SpecifyKind(reader.GetDateTime(column), DateTimeKind.Utc)
            : reader.GetValue(column);
        return (TValue)value;
    }

    private static decimal Exact(decimal money) => decimal.Round(money, MoneyDigits) == money
        ? money
        : throw new InvalidDataException(
            $"An amount of money, {money}, has more than {MoneyDigits} digits after the point: tables would not be exact.");
}
