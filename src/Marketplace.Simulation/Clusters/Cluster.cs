using System.Collections.Immutable;
using Marketplace.Simulation.Scheduling;
using Orleans.Runtime;

namespace Marketplace.Simulation.Clusters;

/// <summary>
/// A cluster in the place of the one that Orleans makes: the list of silos, which of them hosts which grain, and the network between them. All
/// members see one list, but for those that were declared dead while they were paused: they go on as if nothing had happened.
/// </summary>
/// <param name="home">Where messages are while they travel.</param>
/// <param name="dice">Draws how long they take, and where grains go.</param>
internal sealed class Cluster(Machine home, Dice dice, Trace trace)
{
    private static readonly TimeSpan Travel = TimeSpan.FromMilliseconds(1);

    private readonly List<Member> _members = [];
    private readonly Dictionary<GrainId, Place> _places = [];
    private readonly List<OpenQuestion> _open = [];

    /// <summary>Those that take part, in the order in which they came.</summary>
    public ImmutableArray<Member> Active => [.. _members.Where(static member => member.Status == MemberStatus.Active)];

    /// <summary>Those that have left, and those that were declared dead.</summary>
    public IEnumerable<Member> Gone => _members.Where(static member => member.IsGone);

    /// <summary>A silo is about to start.</summary>
    public Member Begin(Machine machine, long key)
    {
        var member = new Member(machine, key);
        _members.Add(member);
        return member;
    }

    /// <summary>A silo is not there any more, or counts as if it were not: nobody waits for it, and its grains begin elsewhere.</summary>
    public void Remove(Member member)
    {
        if (member.IsGone)
            return;
        member.LastView = Active;
        member.Status = MemberStatus.Gone;
        trace.Note($"{member.Name} is gone");
        foreach (var grain in _places.Where(place => place.Value.Member == member).Select(static place => place.Key).ToList())
            _places.Remove(grain);
        foreach (var question in _open.Where(question => question.To == member).ToList())
            question.From.Machine.Post(() => question.Fail(Lost(member)));
    }

    /// <summary>The members, as one of them sees them.</summary>
    public ImmutableArray<Member> ViewOf(Member member) => member.LastView ?? Active;

    /// <summary>Finds a silo by its key.</summary>
    /// <returns>Null if it is gone, as far as the one who asks knows.</returns>
    public Member? Find(Member asker, long key) =>
        _members.Find(member => member.Key == key && (!member.IsGone || asker.LastView?.Contains(member) == true));

    /// <summary>Where a grain is, or is to begin.</summary>
    /// <returns>Null if the one who asks can't know, as it does not belong to the cluster any more.</returns>
    public Member? Locate(Member asker, GrainId grain)
    {
        if (asker.IsGone)
            return asker.Engine.Hosts(grain) ? asker : null;
        if (_places.TryGetValue(grain, out var place) && !(place.HasCome && !place.Member.Engine.Hosts(grain)))
            return place.Member;

        // The last one that stops has nobody to give them to.
        var members = Active;
        var member = members.IsEmpty ? asker : members[dice.Below(members.Length)];
        _places[grain] = new Place(member) { HasCome = member == asker };
        trace.Tell($"    {grain} begins on {member.Name}");
        return member;
    }

    /// <summary>A call has come to the silo on which its grain was when it was sent.</summary>
    /// <returns>Where the grain is now.</returns>
    public Member? Arrive(Member member, GrainId grain)
    {
        if (_places.TryGetValue(grain, out var place) && place.Member == member)
        {
            place.HasCome = true;
            return member;
        }

        return member.Engine.Hosts(grain) ? member : Locate(member, grain);
    }

    /// <summary>The silo in whose memory a grain is; null if it is in none.</summary>
    public Member? HostOf(GrainId grain) =>
        _places.TryGetValue(grain, out var place) && place.Member is { Runs: true } member && member.Engine.Hosts(grain) ? member : null;

    /// <summary>Asks a silo, on its machine.</summary>
    /// <param name="from">Who asks. Runs on its machine.</param>
    /// <param name="to">Who is asked.</param>
    /// <param name="question">What is done there.</param>
    /// <exception cref="MemberLostException">That silo was declared dead.</exception>
    /// <exception cref="TimeoutException">There is no answer.</exception>
    public async Task<T> Ask<T>(Member from, Member to, Func<Task<T>> question)
    {
        var answer = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        var open = new OpenQuestion(from, to, exception => answer.TrySetException(exception));
        if (to.IsGone && !from.IsGone)
            throw Lost(to);
        _open.Add(open);
        try
        {
            Send(from, to, () => _ = Answer());
            return await answer.Task.WaitAsync(SimulatedLimits.ResponseTimeout, from.Machine);
        }
        finally
        {
            _open.Remove(open);
        }

        async Task Answer()
        {
            Action told;
            try
            {
                var result = await question();
                told = () => answer.TrySetResult(result);
            }
            catch (Exception exception)
            {
                told = () => answer.TrySetException(exception);
            }

            Send(to, from, told);
        }
    }

    // What a silo has sent that dies meanwhile arrives, or does not.
    private void Send(Member from, Member to, Action arrive)
    {
        if (from == to)
        {
            to.Machine.Post(arrive);
            return;
        }

        if (IsCut())
            return;
        home.CreateTimer(
            _ =>
            {
                if (!IsCut() && !(from.Machine.IsDead && dice.Chance(0.5)))
                    to.Machine.Post(arrive);
            },
            null,
            dice.Span(Travel),
            Timeout.InfiniteTimeSpan);

        bool IsCut() => from.IsGone || to.IsGone;
    }

    private static MemberLostException Lost(Member member) => new($"{member.Name} is gone.");

    /// <summary>Where a grain is.</summary>
    private sealed class Place(Member member)
    {
        public Member Member => member;

        /// <summary>Whether the call for which it began there has come.</summary>
        public bool HasCome { get; set; }
    }

    /// <summary>Somebody waits for an answer.</summary>
    private sealed record OpenQuestion(Member From, Member To, Action<Exception> Fail);
}

/// <summary>The silo that was asked is gone, and nobody knows what it has done.</summary>
internal sealed class MemberLostException(string message) : Exception(message);
