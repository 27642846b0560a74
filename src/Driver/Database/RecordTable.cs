using System.Collections.Immutable;
using System.Data.Common;
using System.Linq.Expressions;
using System.Text;
using DuckDB.NET.Data;

namespace Marketplace.Driver.Database;

/// <summary>
/// A record as a row: a column for each parameter of its constructor, in order, in snake_case. Records within it give their columns in their
/// place; one whose name is taken is named after its record too. Lists within it are tables of their own, and are left out. Money is DECIMAL with
/// two digits after the point, times are TIMESTAMP in UTC, enums are their names.
/// </summary>
internal static class RecordTable<T>
{
    private static readonly List<(string Name, string Type)> List = [];

    static RecordTable()
    {
        var row = Expression.Parameter(typeof(IDuckDBAppenderRow));
        var record = Expression.Parameter(typeof(T));
        var reader = Expression.Parameter(typeof(DbDataReader));
        var appends = new List<Expression>();
        var made = Flatten(typeof(T), "", record, row, reader, appends);
        Append = Expression.Lambda<Action<IDuckDBAppenderRow, T>>(Expression.Block(appends), row, record).Compile();
        Read = Expression.Lambda<Func<DbDataReader, T>>(made, reader).Compile();
        Columns = string.Join(", ", List.Select(column => $"{column.Name} {column.Type}"));
    }

    /// <summary>The columns, as CREATE TABLE takes them.</summary>
    public static string Columns { get; }

    /// <summary>Appends the cells of a row.</summary>
    public static Action<IDuckDBAppenderRow, T> Append { get; }

    /// <summary>Reads a row of a query that selects all columns in order.</summary>
    public static Func<DbDataReader, T> Read { get; }

    private static NewExpression Flatten(
        Type type, string within, Expression record, ParameterExpression row, ParameterExpression reader, List<Expression> appends)
    {
        var constructor = type.GetConstructors().MaxBy(found => found.GetParameters().Length)!;
        var arguments = constructor.GetParameters().Select(Expression (parameter) =>
        {
            if (IsList(parameter.ParameterType)) return Expression.Default(parameter.ParameterType);
            var value = Expression.Property(record, type.GetProperty(parameter.Name!)!);
            if (Cell.TypeOf(parameter.ParameterType) is not { } sql)
                return Flatten(parameter.ParameterType, parameter.Name!, value, row, reader, appends);

            List.Add((Unique(parameter.Name!, within), sql));
            var append = Expression.Call(typeof(Cell), nameof(Cell.Append), [parameter.ParameterType], row, value);
            appends.Add(type.IsValueType || within.Length == 0 ? append : Expression.IfThenElse(
                Expression.ReferenceEqual(record, Expression.Constant(null)),
                Expression.Call(typeof(Cell), nameof(Cell.Append), [typeof(string)], row, Expression.Constant(null, typeof(string))),
                append));
            return Expression.Call(
                typeof(Cell), nameof(Cell.Read), [parameter.ParameterType], reader, Expression.Constant(List.Count - 1));
        }).ToList();
        return Expression.New(constructor, arguments);
    }

    private static bool IsList(Type type) => (Nullable.GetUnderlyingType(type) ?? type) is { IsGenericType: true } list
        && list.GetGenericTypeDefinition() == typeof(ImmutableArray<>);

    private static string Unique(string name, string within)
    {
        var column = Snake(name);
        return List.Exists(other => other.Name == column) ? $"{Snake(within)}_{column}" : column;
    }

    private static string Snake(string name)
    {
        var text = new StringBuilder();
        foreach (var letter in name)
        {
            if (char.IsUpper(letter) && text.Length > 0) text.Append('_');
            text.Append(char.ToLowerInvariant(letter));
        }

        return text.ToString();
    }
}
