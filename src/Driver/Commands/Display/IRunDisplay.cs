using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Shows how far a run is.</summary>
internal interface IRunDisplay
{
    /// <summary>Shows progress while some work runs.</summary>
    /// <param name="work">The work; it calls the other methods.</param>
    Task<T> ShowAsync<T>(Func<Task<T>> work);

    /// <summary>A phase begins; the one before it has ended.</summary>
    void Phase(string name);

    /// <summary>Something about the phase.</summary>
    void Detail(string text);

    /// <summary>A second of the load.</summary>
    void Second(SeriesRow row);
}
