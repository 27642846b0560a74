using System.Collections.Concurrent;
using System.Collections.Frozen;

namespace Marketplace.Grains.Placement;

/// <summary>Counts the activations of each service on this silo, and notes which scheduler ran them.</summary>
internal sealed class ActivationCounts(IHostingSilo silo, TimeProvider time)
{
    private readonly ConcurrentDictionary<Type, Tally> _byClass = new();
    /// <summary>Since when it counts, UTC: before the first activation.</summary>
    public DateTime Since { get; } = time.GetUtcNow().UtcDateTime;

    private readonly FrozenDictionary<string, Tally> _tallies =
        MarketplaceServices.Names.ToFrozenDictionary(static name => name, static _ => new Tally(), StringComparer.Ordinal);

    /// <summary>Counts one activation. Called within its first turn.</summary>
    public void Add(Type grainClass)
    {
        var tally = Of(grainClass);
        tally.Count();
        if (!silo.WatchesCalls)
            tally.Note(silo.Scheduler);
    }

    /// <summary>Notes which scheduler runs a grain.</summary>
    public void Note(Type grainClass, string scheduler) => Of(grainClass).Note(scheduler);

    /// <summary>The activations of a service ever made on this silo.</summary>
    /// <returns>How many, and the scheduler that ran them: several are joined with +, and it is empty while there were none.</returns>
    public (long Activations, string Scheduler) Of(string service) => _tallies[service].Read();

    private Tally Of(Type grainClass) => _byClass.GetOrAdd(
        grainClass,
        static (type, tallies) => tallies[
            MarketplaceServices.Of(type) ?? throw new InvalidOperationException($"{type} belongs to no service.")],
        _tallies);

    private sealed class Tally
    {
        private ImmutableSortedSet<string> _schedulers = ImmutableSortedSet.Create<string>(StringComparer.Ordinal);
        private long _activations;

        public void Count() => Interlocked.Increment(ref _activations);

        public void Note(string scheduler)
        {
            if (!_schedulers.Contains(scheduler))
                ImmutableInterlocked.Update(ref _schedulers!, static (seen, name) => seen.Add(name), scheduler);
        }

        public (long Activations, string Scheduler) Read() => (Interlocked.Read(ref _activations), string.Join('+', _schedulers));
    }
}
