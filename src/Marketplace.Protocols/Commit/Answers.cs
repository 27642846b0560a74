namespace Marketplace.Protocols.Commit;

/// <summary>Answers of participants that are there at once.</summary>
internal static class Answers
{
    /// <summary>It is done.</summary>
    public static Task<ParticipantAnswer> Done { get; } = Task.FromResult(ParticipantAnswer.Done);

    /// <summary>It is over here, as nothing was written.</summary>
    public static Task<ParticipantAnswer> ReadOnly { get; } = Task.FromResult(ParticipantAnswer.ReadOnly);

    /// <summary>It can't commit.</summary>
    public static Task<ParticipantAnswer> Refused { get; } = Task.FromResult(ParticipantAnswer.Refused);

    /// <summary>It can't commit, because of another transaction.</summary>
    public static Task<ParticipantAnswer> Conflict { get; } = Task.FromResult(ParticipantAnswer.Conflict);

    /// <summary>The answer of a vote.</summary>
    public static Task<ParticipantAnswer> Of(ParticipantAnswer answer) => answer switch
    {
        ParticipantAnswer.Done => Done,
        ParticipantAnswer.ReadOnly => ReadOnly,
        ParticipantAnswer.Conflict => Conflict,
        _ => Refused,
    };

    /// <summary>It is done with some work.</summary>
    /// <returns>The answer, at once if the work is done.</returns>
    public static Task<ParticipantAnswer> DoneWith(Task work)
    {
        return work.IsCompletedSuccessfully ? Done : Await(work);

        static async Task<ParticipantAnswer> Await(Task work)
        {
            await work;
            return ParticipantAnswer.Done;
        }
    }
}
