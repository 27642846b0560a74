using System.Collections.Immutable;
using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation.Faults;

/// <summary>
/// Which faults a world has, how often each may strike, and when it does. Each kind draws from a stream of its own, and each strike has a number,
/// so that a world can be run again with some of its strikes left out.
/// </summary>
internal sealed class FaultPlan
{
    private static readonly TimeSpan SlowMost = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan DelayMost = TimeSpan.FromSeconds(4);

    private readonly double[] _rates = new double[FaultNames.All.Length];
    private readonly Dice[] _dice = new Dice[FaultNames.All.Length];
    private readonly ImmutableHashSet<int>? _allowed;
    private readonly Trace _trace;
    private readonly ImmutableArray<Fault> _enabled;
    private readonly Dice _lateDice;
    private Fault? _late;
    private bool _isOn;

    /// <param name="seed">The seed of the world.</param>
    /// <param name="enabled">Faults that it may have.</param>
    /// <param name="allowed">The strikes that are not left out; null for all.</param>
    /// <param name="trace">Where strikes are told.</param>
    /// <param name="settings">What kind of world it is.</param>
    public FaultPlan(long seed, ImmutableArray<Fault> enabled, ImmutableHashSet<int>? allowed, Trace trace, WorldSettings settings)
    {
        (_enabled, _allowed, _trace, _lateDice) = (enabled, allowed, trace, Dice.Of(seed, Purpose.LateFault));
        var dice = Dice.Of(seed, Purpose.Calls);
        enabled = [.. enabled.Where(IsPossible)];
        foreach (var fault in FaultNames.All.Where(IsPossible))
        {
            var (isDrawn, rate) = (dice.Chance(ShareOfWorlds), Usual(fault) * (0.25 + (1.5 * dice.Below(1000) / 1000.0)));
            _dice[(int)fault] = new Dice(dice.Next());
            if (enabled.Contains(fault) && isDrawn)
                _rates[(int)fault] = rate;
        }

        // Faults were asked for: one of them there is.
        if (enabled.Length > 0 && _rates.All(static rate => rate == 0))
        {
            var fault = enabled[dice.Below(enabled.Length)];
            _rates[(int)fault] = Usual(fault);
        }

        bool IsPossible(Fault fault) => fault.IsPossible(settings.Silos) && (settings.IsOverRedis || !FaultNames.OfRedis.Contains(fault));
    }

    /// <summary>Share of the worlds that have a fault of one kind.</summary>
    private const double ShareOfWorlds = 0.3;

    /// <summary>How often each kind of fault struck.</summary>
    public int[] Bites { get; } = new int[FaultNames.All.Length];

    /// <summary>Whether anything went wrong.</summary>
    public bool HaveBitten => Bites.Any(static count => count > 0);

    /// <summary>Strikes that were drawn, those that were left out too.</summary>
    public int Drawn { get; private set; }

    /// <summary>Whether a kind may strike in this world.</summary>
    public bool Has(Fault fault) => _rates[(int)fault] > 0;

    public void Begin() => _isOn = true;

    /// <summary>Nothing goes wrong any more.</summary>
    public void End() => _isOn = false;

    /// <summary>Whether a fault strikes now that could.</summary>
    /// <param name="atLeast">How probable it is at least, in worlds that have it: of what happens once in a world.</param>
    public bool Strikes(Fault fault, double atLeast = 0)
    {
        if (!_isOn)
            return false;
        var isDrawn = _dice[(int)fault].Chance(Has(fault) ? Math.Max(_rates[(int)fault], atLeast) : 0);
        if (!isDrawn && fault != _late)
            return false;
        if (fault == _late)
            _late = null;
        var number = Drawn++;
        if (_allowed is not null && !_allowed.Contains(number))
            return false;
        Bit(fault);
        _trace.Note($"! fault {number}: {fault.Name()}");
        return true;
    }

    /// <summary>
    /// If nothing has gone wrong so far, one kind strikes at its next occasion: one that the world has, if it has any that always has an effect.
    /// </summary>
    /// <param name="isStored">Whether there are writes that could fail.</param>
    public void StrikeIfNoneHas(bool isStored)
    {
        if (HaveBitten || _late is not null)
            return;
        ImmutableArray<Fault> possible = [.. _enabled.Where(fault => HasOccasions(fault, isStored))];
        ImmutableArray<Fault> drawn = [.. possible.Where(Has)];
        if (!possible.IsEmpty)
            _late = _lateDice.Of((drawn.IsEmpty ? possible : drawn).AsSpan());
    }

    /// <summary>Whether a kind strikes in this world that strikes once or twice, at a time that is drawn.</summary>
    /// <returns>The times, as shares of the operations of the world, in order.</returns>
    public IReadOnlyList<double> Times(Fault fault, int most)
    {
        if (!Has(fault))
            return [];
        var dice = _dice[(int)fault];
        var times = new List<double>();
        for (var i = dice.Between(1, most); i > 0; i--)
            times.Add(dice.Below(1000) / 1000.0);
        times.Sort();
        return times;
    }

    /// <summary>A strike at a time that was drawn: whether it is to be, or left out.</summary>
    public bool IsDue(Fault fault)
    {
        if (!_isOn)
            return false;
        var number = Drawn++;
        if (_allowed is not null && !_allowed.Contains(number))
            return false;
        _trace.Note($"! fault {number}: {fault.Name()}");
        return true;
    }

    /// <summary>A fault had an effect.</summary>
    public void Bit(Fault fault) => Bites[(int)fault]++;

    public Dice DiceOf(Fault fault) => _dice[(int)fault];

    /// <summary>By how much longer a write takes.</summary>
    public TimeSpan SlowWrite() => Strikes(Fault.SlowWrite) ? _dice[(int)Fault.SlowWrite].Span(SlowMost) : TimeSpan.Zero;

    /// <summary>By how much something is late.</summary>
    public TimeSpan Delay(Fault fault) => _dice[(int)fault].Span(DelayMost);

    // Others strike where something else happens as well: a message that may be repeated, a silo whose states outlive it.
    private static bool HasOccasions(Fault fault, bool isStored) => fault switch
    {
        Fault.CallLost or Fault.AnswerLost or Fault.CallDelayed or Fault.AnswerDelayed or Fault.Deactivation or Fault.ClientAnswerLost => true,
        Fault.SlowWrite or Fault.FailedWrite or Fault.CommitInDoubt => isStored,
        _ => false,
    };

    // Of a hundred operations some twenty thousand calls are made, and some thousand writes.
    private static double Usual(Fault fault) => fault switch
    {
        Fault.CallLost or Fault.AnswerLost => 0.003,
        Fault.CallRepeated => 0.02,
        Fault.CallDelayed or Fault.AnswerDelayed => 0.01,
        Fault.Deactivation => 0.02,
        Fault.SlowWrite => 0.03,
        Fault.FailedWrite or Fault.CommitInDoubt => 0.03,
        Fault.ClientAnswerLost => 0.05,
        _ => 1,
    };
}
