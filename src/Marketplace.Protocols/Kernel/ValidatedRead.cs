using Marketplace.Protocols.Commit;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// An attempt to read without a place in the sequence: it sees what is committed, and asks at its end whether all of it still is. If so, it
/// was all there at one moment, between the last read and the first question, and the transaction took place then.
/// </summary>
/// <param name="began">When it began, a timestamp.</param>
internal sealed class ValidatedRead(TransactionId id, long began) : RunningTransaction(id, began)
{
    private readonly Lock _lock = new();
    private readonly List<(GrainId Grain, IParticipant Participant, object State)> _seen = new(1);
    private bool _isTorn;

    /// <summary>Notes what was read.</summary>
    /// <param name="state">Its committed state. Each commit makes another object.</param>
    public override void See(GrainId grain, IParticipant participant, object state)
    {
        lock (_lock)
        {
            if (StateOf(grain) is not { } before)
                _seen.Add((grain, participant, state));
            else if (before != state)
                _isTorn = true;
        }
    }

    /// <summary>What was read of a grain.</summary>
    /// <returns>Null if nothing.</returns>
    public object? StateOf(GrainId grain)
    {
        foreach (var seen in _seen)
        {
            if (seen.Grain == grain)
                return seen.State;
        }

        return null;
    }

    /// <summary>Asks whether what was read was there at one moment. Called when the body has ended.</summary>
    /// <param name="timeout">How long an answer may take.</param>
    /// <returns>False if it may not have been.</returns>
    /// <exception cref="TimeoutException">A grain did not answer.</exception>
    public async ValueTask<bool> IsWhole(TimeSpan timeout, TimeProvider time)
    {
        if (_isTorn || _seen.Count <= 1)
            return !_isTorn;

        var message = new Validate(Id, this);
        foreach (var (_, participant, _) in _seen)
        {
            var answer = participant.Receive(message);
            if (await (answer.IsCompleted ? answer : answer.WaitAsync(timeout, time)) != ParticipantAnswer.Done)
                return false;
        }

        return true;
    }
}

/// <summary>Asks a grain whether what a transaction has read of it is still what is committed.</summary>
/// <param name="Reading">What it has read; it never leaves the silo.</param>
[GenerateSerializer, Immutable]
internal sealed record Validate(TransactionId Transaction, [field: NonSerialized] ValidatedRead Reading) : ProtocolMessage(Transaction);
