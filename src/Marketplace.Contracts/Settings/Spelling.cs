namespace Marketplace.Contracts.Settings;

/// <summary>Compares words that people have written with those that they may have meant.</summary>
public static class Spelling
{
    /// <summary>How many letters must be added, left out, changed or swapped with their neighbour, whatever their case.</summary>
    public static int Distance(string from, string to)
    {
        var rows = new int[from.Length + 1, to.Length + 1];
        for (var i = 0; i <= from.Length; i++)
        {
            for (var j = 0; j <= to.Length; j++)
            {
                if (i == 0 || j == 0)
                {
                    rows[i, j] = i + j;
                    continue;
                }

                var changed = rows[i - 1, j - 1] + (IsSame(from[i - 1], to[j - 1]) ? 0 : 1);
                rows[i, j] = Math.Min(Math.Min(rows[i - 1, j], rows[i, j - 1]) + 1, changed);
                if (i > 1 && j > 1 && IsSame(from[i - 1], to[j - 2]) && IsSame(from[i - 2], to[j - 1]))
                    rows[i, j] = Math.Min(rows[i, j], rows[i - 2, j - 2] + 1);
            }
        }

        return rows[from.Length, to.Length];
    }

    private static bool IsSame(char one, char other) => char.ToUpperInvariant(one) == char.ToUpperInvariant(other);
}
