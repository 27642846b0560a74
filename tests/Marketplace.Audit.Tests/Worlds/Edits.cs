namespace Marketplace.Audit.Tests;

/// <summary>Ways to make a world wrong on purpose.</summary>
internal static class Edits
{
    /// <summary>Replaces the one record that matches.</summary>
    public static void Edit<T>(this List<T> records, Func<T, bool> match, Func<T, T> edit)
    {
        var index = records.IndexOf(records.Single(match));
        records[index] = edit(records[index]);
    }

    /// <summary>Removes the one record that matches.</summary>
    public static void Lose<T>(this List<T> records, Func<T, bool> match) => records.Remove(records.Single(match));

    /// <summary>Adds the one record that matches again, changed.</summary>
    public static void Double<T>(this List<T> records, Func<T, bool> match, Func<T, T>? edit = null)
    {
        var record = records.Single(match);
        records.Add(edit is null ? record : edit(record));
    }
}
