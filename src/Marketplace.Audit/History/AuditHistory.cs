using System.Globalization;

namespace Marketplace.Audit.History;

/// <summary>The driver's own history, as an audit reads it: streamed, as often as wanted.</summary>
/// <param name="Run">Run id: tids begin with "{run}-".</param>
/// <param name="Clock">Turns its ticks into time.</param>
/// <param name="Read">Reads all operations from the start.</param>
public sealed record AuditHistory(string Run, HistoryClock Clock, Func<IEnumerable<Operation>> Read)
{
    /// <summary>The number of a tid of this run.</summary>
    /// <param name="tid">A tid.</param>
    /// <returns>0 if it is not of this run.</returns>
    public long NumberOf(string tid)
    {
        if (tid.Length <= Run.Length || tid[Run.Length] != '-' || !tid.StartsWith(Run, StringComparison.Ordinal))
            return 0;
        return long.TryParse(tid.AsSpan(Run.Length + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
    }

    /// <summary>True if a transaction with this tid is of another run: the silo was not reset in between.</summary>
    /// <param name="tid">A tid; an empty one marks pre-populated data and is of no run.</param>
    public bool IsForeign(string tid) => tid.Length > 0 && NumberOf(tid) == 0;

    /// <summary>How long an operation took, as the driver saw it, in ticks of <see cref="DateTime"/>, rounded up.</summary>
    /// <param name="operation">The operation.</param>
    public long Duration(Operation operation) => Clock.Between(operation.Sent, operation.Completed).Ticks + 1;
}
