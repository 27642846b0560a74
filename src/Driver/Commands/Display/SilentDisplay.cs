using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Shows nothing of a run: whoever started it says what is to be said.</summary>
internal sealed class SilentDisplay : IRunDisplay
{
    public Task<T> ShowAsync<T>(Func<Task<T>> work) => work();

    public void Phase(string name)
    {
    }

    public void Detail(string text)
    {
    }

    public void Second(SeriesRow row)
    {
    }
}
