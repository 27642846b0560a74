using System.Data.Common;
using Marketplace.Driver.Scenarios;
using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Ycsb;

namespace Marketplace.Driver.Target;

/// <summary>The database of a target without a service, and the table in it that runs share one after the other.</summary>
/// <param name="postgres">Connection string of PostgreSQL that the driver started; null without.</param>
/// <param name="mongo">The same of MongoDB.</param>
internal sealed class MeasuredDatabase(string? postgres, string? mongo, TimeProvider time) : IAsyncDisposable
{
    private (RecordsSettings Settings, UserTableOptions Options) _opened;
    private IUserTable? _table;
    private int? _restored;

    /// <summary>
    /// Opens the table for a run. Within a repeat of a sweep runs follow each other on the same data, which only updates have changed: what
    /// they left behind is cleared up. Else all begins as the seed.
    /// </summary>
    /// <param name="repeat">The repeat; null for a run that stands alone.</param>
    /// <exception cref="TargetException">The database failed.</exception>
    public async Task<IUserTable> Open(Scenario scenario, int? repeat)
    {
        var ycsb = scenario.Workload.Ycsb;
        var wanted = (
            DatabaseSettings.Of(scenario, postgres, mongo),
            new UserTableOptions(ycsb.ReadForm == YcsbSettings.Whole, TimeSpan.FromSeconds(scenario.Load.RequestTimeout)));
        try
        {
            if (_table is null || _opened != wanted)
            {
                await DisposeAsync();
                _table = UserTables.Create(wanted.Item1, wanted.Item2, time);
                _opened = wanted;
            }

            if (repeat is null || repeat != _restored)
            {
                await _table.Reset();
            }
            else
            {
                await _table.Open();
                await _table.CleanUp();
            }

            _restored = ycsb.Inserts > 0 ? null : repeat;
            return _table;
        }
        catch (Exception error) when (error is DbException or StoreException or PoolExhaustedException or TimeoutException)
        {
            throw new TargetException($"The database failed: {error.Message}", error);
        }
    }

    /// <summary>Closes the table.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_table is not null) await _table.DisposeAsync();
        _table = null;
    }
}
