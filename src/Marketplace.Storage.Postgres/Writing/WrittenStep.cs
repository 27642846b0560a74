namespace Marketplace.Storage.Postgres.Writing;

/// <summary>A step of a saga, or its end.</summary>
/// <param name="write">Writes it, JSON; null for its end.</param>
internal sealed class WrittenStep(string service, long saga, long grain, long number, Func<byte[]>? write) : IWritePart
{
    public void AddTo(Batch batch)
    {
        batch.Of(service).Write(saga, grain, number, write);
        batch.Size++;
    }
}
