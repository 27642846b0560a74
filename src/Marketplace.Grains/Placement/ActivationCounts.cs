using System.Collections.Frozen;
using System.Collections.Immutable;

namespace Marketplace.Grains.Placement;

/// <summary>Counts the activations of each service on this silo, and notes which scheduler ran them.</summary>
/// <param name="silo">This silo.</param>
internal sealed class ActivationCounts(IHostingSilo silo)
{
    private readonly FrozenDictionary<string, Tally> _tallies =
        MarketplaceServices.Names.ToFrozenDictionary(static name => name, static _ => new Tally(), StringComparer.Ordinal);

    /// <summary>Counts one activation. Called within its first turn.</summary>
    /// <param name="grainClass">The class of the grain.</param>
    public void Add(Type grainClass)
    {
        var service = MarketplaceServices.Of(grainClass) ?? throw new InvalidOperationException($"{grainClass} belongs to no service.");
        _tallies[service].Add(silo.Scheduler);
    }

    /// <summary>The activations of a service ever made on this silo.</summary>
    /// <param name="service">Name of the service.</param>
    /// <returns>How many, and the scheduler that ran them: several are joined with +, and it is empty while there were none.</returns>
    public (long Activations, string Scheduler) Of(string service) => _tallies[service].Read();

    private sealed class Tally
    {
        private ImmutableSortedSet<string> _schedulers = ImmutableSortedSet.Create<string>(StringComparer.Ordinal);
        private long _activations;

        public void Add(string scheduler)
        {
            Interlocked.Increment(ref _activations);
            if (!_schedulers.Contains(scheduler))
            {
                ImmutableInterlocked.Update(ref _schedulers!, static (seen, name) => seen.Add(name), scheduler);
            }
        }

        public (long Activations, string Scheduler) Read() => (Interlocked.Read(ref _activations), string.Join('+', _schedulers));
    }
}
