using Marketplace.Driver.Reporting;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Shows nothing of a run: whoever started it says what is to be said.</summary>
internal sealed class SilentDisplay : IRunDisplay
{
    /// <inheritdoc/>
    public Task<T> ShowAsync<T>(Func<Task<T>> work) => work();

    /// <inheritdoc/>
    public void Phase(string name)
    {
    }

    /// <inheritdoc/>
    public void Detail(string text)
    {
    }

    /// <inheritdoc/>
    public void Second(SeriesRow row)
    {
    }
}
