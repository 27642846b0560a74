namespace Marketplace.Storage.Postgres.Writing;

/// <summary>A step of a saga, or its end.</summary>
/// <param name="service">Whose.</param>
/// <param name="saga">Number of the saga.</param>
/// <param name="grain">The grain that did it.</param>
/// <param name="number">Its place among all steps.</param>
/// <param name="write">Writes it, JSON; null for its end.</param>
internal sealed class WrittenStep(string service, long saga, long grain, long number, Func<byte[]>? write) : IWritePart
{
    /// <inheritdoc/>
    public void AddTo(Batch batch)
    {
        batch.Of(service).Write(saga, grain, number, write);
        batch.Size++;
    }
}
