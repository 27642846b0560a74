using System.Globalization;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Audit.Checks;

/// <summary>abandon.exact: the sessions that came to nothing were counted as abandoned, each once, and no others (spec §3).</summary>
internal sealed class AbandonExact : Check, ICustomerCheck
{
    /// <summary>How long a window may have ended without being noticed.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Dictionary<AbandonReason, long> _reasons = [];
    private long _undecided;
    private long _skipped;

    public override string Id => "abandon.exact";
    public override string Criterion => "Cart abandonment";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "A session is abandoned exactly once if its checkout failed and no other one followed within the window, or if it ended without "
        + "a checkout; no other session is abandoned. The number of abandoned sessions that were sealed is the number that the driver "
        + "sealed with items in them.";

    /// <summary>The clock of the target before its customers were read; null if it does not show one.</summary>
    public ClockExport? Clock { get; set; }

    /// <summary>Its clock when they were read: windows go on ending meanwhile.</summary>
    public ClockExport? End { get; set; }

    public override string? Hidden => Clock is null ? "the target does not show its clock" : null;
    public override string Level => Findings.Violations == 0 ? "exact" : Violated;

    public override string? Note => Clock is null ? null : string.Create(
        CultureInfo.InvariantCulture,
        $"{Count(AbandonReason.Sealed)} sealed, {Count(AbandonReason.Failed)} failed, {Count(AbandonReason.Idle)} idle; the windows of {_undecided} "
        + $"failed checkouts have not ended or just ended. {_skipped} customers had sessions of other runs: not compared with seals.");

    public void Examine(CustomerFacts customer)
    {
        if (Clock is not { } clock)
            return;
        Findings.Examine();
        var problems = new List<string>();
        var attempts = customer.Checkouts.Values.SelectMany(checkout => checkout.Attempts).OrderBy(attempt => attempt.Reservation.Session)
            .ThenBy(attempt => attempt.Reservation.Attempt).ToList();
        var sessions = attempts.ToLookup(attempt => attempt.Reservation.Session);
        foreach (var abandoned in customer.Abandonments)
            _reasons[abandoned.Reason] = Count(abandoned.Reason) + 1;
        foreach (var twice in customer.Abandonments.GroupBy(abandoned => abandoned.Session).Where(session => session.Count() > 1))
            problems.Add($"session {twice.Key} was abandoned {twice.Count()} times");
        CompareFailed(customer, attempts, clock, problems);
        CompareOthers(customer, sessions, clock, problems);
        CompareSeals(customer, problems);
        Findings.Violate($"customer {customer.Id}", problems);
    }

    private long Count(AbandonReason reason) => _reasons.GetValueOrDefault(reason);

    private void CompareFailed(CustomerFacts customer, List<AttemptExport> attempts, ClockExport clock, List<string> problems)
    {
        var window = TimeSpan.FromSeconds(clock.AbandonmentWindowSeconds);
        var emitted = customer.Abandonments.Where(abandoned => abandoned.Reason == AbandonReason.Failed)
            .ToLookup(abandoned => (abandoned.Session, abandoned.Time));
        var explained = 0;
        for (var i = 0; i < attempts.Count; i++)
        {
            if (attempts[i].Outcome == CheckoutOutcome.Committed)
                continue;
            var (session, due) = (attempts[i].Reservation.Session, attempts[i].Time + window);
            var isEmitted = emitted.Contains((session, due));
            explained += isEmitted ? 1 : 0;
            var next = i + 1 < attempts.Count ? attempts[i + 1].Time : (DateTime?)null;
            if (isEmitted && next <= due)
                problems.Add($"session {session} was abandoned, but {attempts[i + 1].Tid} followed {attempts[i].Tid} in time");
            else if (isEmitted && due > End?.Time)
                problems.Add($"session {session} was abandoned before its time");
            else if (!isEmitted && (next > due || (next is null && due + Patience < clock.Time)))
                problems.Add($"{attempts[i].Tid} failed and nothing followed, but session {session} was not abandoned");
            else if (!isEmitted && next is null)
                _undecided++;
        }

        var all = customer.Abandonments.Count(abandoned => abandoned.Reason == AbandonReason.Failed);
        if (explained < all)
            problems.Add($"{all} sessions were abandoned after a failed checkout, {explained} of them at their time");
    }

    // Of a session that is over Cart knows a checkout that ended, or it was abandoned. (What it forgot of an order is for other checks.)
    private static void CompareOthers(
        CustomerFacts customer, ILookup<int, AttemptExport> sessions, ClockExport clock, List<string> problems)
    {
        var others = customer.Abandonments.Where(abandoned => abandoned.Reason != AbandonReason.Failed).ToLookup(abandoned => abandoned.Session);
        foreach (var abandoned in others.Where(abandoned => sessions.Contains(abandoned.Key)))
            problems.Add($"session {abandoned.Key} was abandoned without a checkout, but {sessions[abandoned.Key].First().Tid} was one of it");
        var last = customer.Cart?.Session ?? 0;
        var ordered = customer.Orders.Values.SelectMany(order => order.Exports).Select(order => order.Reservation.Session).ToHashSet();
        foreach (var stray in others.Where(abandoned => abandoned.Key > last))
            problems.Add($"session {stray.Key} was abandoned, but the last one is {last}");
        for (var session = 1; session <= last; session++)
        {
            var isOpen = session == last && !customer.Cart!.Items.IsDefaultOrEmpty;
            if (isOpen && others[session].Any(abandoned => abandoned.Time < clock.Time - Patience))
                problems.Add($"session {session} was abandoned, and still has its items");
            else if (!isOpen && !sessions.Contains(session) && !ordered.Contains(session) && !others.Contains(session))
                problems.Add($"session {session} ended without a checkout, but was not abandoned");
        }

        if (customer.Cart?.AbandonedAt is { } due && due + Patience < clock.Time)
            problems.Add($"a session has been due to be abandoned since {due:O}");
    }

    private void CompareSeals(CustomerFacts customer, List<string> problems)
    {
        var operations = customer.Checkouts.Values.Where(checkout => checkout.Operation is not null)
            .DistinctBy(checkout => checkout.Operation!.Session).ToDictionary(checkout => checkout.Operation!.Session);
        var sessions = Math.Max(
            operations.Keys.DefaultIfEmpty().Max(), customer.Seals.Select(seal => seal.Session).DefaultIfEmpty().Max());
        var sealedSessions = customer.Abandonments.Count(abandoned => abandoned.Reason == AbandonReason.Sealed);
        var idleSessions = customer.Abandonments.Count(abandoned => abandoned.Reason == AbandonReason.Idle);
        if ((customer.Cart?.Session ?? 0) > sessions + idleSessions)
        {
            _skipped++;
            return;
        }

        var (least, most) = (0, 0);
        foreach (var seal in customer.Seals)
        {
            var (mayBe, mustBe) = Expect(seal, operations.GetValueOrDefault(seal.Session));
            most += mayBe ? 1 : 0;
            least += mayBe && mustBe && seal.Outcome == OutcomeClass.Committed ? 1 : 0;
        }

        // What was idle for too long before its seal was abandoned already.
        if (sealedSessions > most || sealedSessions + idleSessions < least)
            problems.Add($"{sealedSessions} sessions count as sealed, the driver sealed {least} to {most} with items in them");
    }

    private static (bool MayBe, bool MustBe) Expect(SealOperation seal, CheckoutFacts? checkout) => checkout switch
    {
        null => (seal.Reason == SealReason.Abandoned, true),
        { Attempts.Count: > 0 } => (false, false),
        { Operation: { Stage: CheckoutStage.Adding, Items.Length: < 2 } sent } => (sent.Outcome.IsUnknown(), false),
        _ => (true, true),
    };
}
