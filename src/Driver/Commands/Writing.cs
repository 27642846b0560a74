namespace Marketplace.Driver.Commands;

/// <summary>Writes results, and notes if they could not be written: what is known in memory must not be lost with them.</summary>
internal sealed class Writing
{
    /// <summary>Why results could not be written; null if all could.</summary>
    public string? Problem { get; private set; }

    /// <summary>What to print about it; nothing if all could be written.</summary>
    public IEnumerable<string> Lines => Problem is null ? [] : [$"Results could not be written: {Problem}. These figures are all there is."];

    /// <summary>Notes a problem; the first counts.</summary>
    public void Note(string? problem) => Problem ??= problem;

    /// <summary>Does what writes.</summary>
    /// <returns>False if it could not write.</returns>
    public async Task<bool> TryAsync(Func<Task> work)
    {
        try
        {
            await work();
            return true;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            Note(error.Message.TrimEnd('.'));
            return false;
        }
    }
}
