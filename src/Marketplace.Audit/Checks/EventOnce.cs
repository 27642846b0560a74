using System.Globalization;
using Marketplace.Audit.Claims;
using Marketplace.Audit.Events;

namespace Marketplace.Audit.Checks;

/// <summary>event.once: each event that a service told of took effect as often as the level of delivery says (spec §4).</summary>
internal sealed class EventOnce(AuditHistory history, RunFacts run) : Check
{
    private long _arrivals;
    private long _effects;
    private long _lost;
    private long _twice;

    public override string Id => "event.once";
    public override string Criterion => "Event delivery";

    /// <summary>At least once a transaction that was cut off may have left an event behind; the other levels hold whatever happens.</summary>
    public override CheckScope Scope => run.Claims.Delivery == EventLevel.AtLeastOnce ? CheckScope.Services : CheckScope.Service;

    public override string Statement =>
        "Every event that took effect was emitted exactly once. It took effect at most once, at least once or exactly once, as the "
        + "setting Delivery says.";

    public override string? Hidden => IsRecorded ? null : run.NotRecorded;

    /// <summary>True if the events are known.</summary>
    public bool IsRecorded { get; set; }

    public override string Level => (_lost, _twice) switch
    {
        (0, 0) => "exactly-once",
        (0, _) => "at-least-once",
        (_, 0) => "at-most-once",
        _ => Violated,
    };

    public override string? Note => string.Create(
        CultureInfo.InvariantCulture, $"{Findings.Examined} events, {_arrivals} arrivals, {_effects} effects; {_lost} events were "
            + $"lost, {_twice} took effect more than once, {_arrivals - _effects} arrivals were known as repeats.");

    /// <summary>Looks at an event.</summary>
    public void Examine(EventFacts facts)
    {
        Findings.Examine();
        _arrivals += facts.Applied + facts.Repeated;
        _effects += facts.Applied;
        _lost += facts.Applied == 0 ? 1 : 0;
        _twice += facts.Applied > 1 ? 1 : 0;
        var problems = new List<string>();
        if (facts.Emitted != 1)
            problems.Add(facts.Emitted == 0 ? "arrived, and nobody is known to have emitted it" : $"was emitted {facts.Emitted} times");
        if (facts.Applied == 0 && run.Claims.Delivery != EventLevel.AtMostOnce)
            problems.Add("was lost");
        if (facts.Applied > 1 && run.Claims.Delivery != EventLevel.AtLeastOnce)
            problems.Add($"took effect {facts.Applied} times");
        var tid = facts.Tid > 0 ? RunNames.Tid(history.Run, facts.Tid) : "no transaction of the run";
        Findings.Violate($"{tid}: {EventName.Of(facts.Id)}", problems);
    }
}
