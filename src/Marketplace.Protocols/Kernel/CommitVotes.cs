namespace Marketplace.Protocols.Kernel;

/// <summary>What a coordinator makes of the answers to its question whether a transaction can commit (Gray and Reuter).</summary>
internal struct CommitVotes
{
    /// <summary>Why the transaction has to be aborted; null while all votes that have come are yes.</summary>
    public AbortCause? Refusal { get; private set; }

    /// <summary>A participant has answered.</summary>
    /// <returns>Whether it has to be told of the decision: one that has only read is over with its answer.</returns>
    public bool Take(ParticipantAnswer answer)
    {
        Refusal ??= answer switch
        {
            ParticipantAnswer.Refused => AbortCause.ParticipantLost,
            ParticipantAnswer.Conflict => AbortCause.Conflict,
            _ => null,
        };
        return answer != ParticipantAnswer.ReadOnly;
    }

    /// <summary>A participant has not answered in time: it may have promised to commit, and may not have been asked.</summary>
    public void TakeSilence() => Refusal ??= AbortCause.ParticipantLost;
}
