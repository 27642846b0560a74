using Marketplace.Driver.Reporting;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Shows how far a run is.</summary>
internal interface IRunDisplay
{
    /// <summary>Shows progress while some work runs.</summary>
    /// <typeparam name="T">What the work results in.</typeparam>
    /// <param name="work">The work; it calls the other methods.</param>
    Task<T> ShowAsync<T>(Func<Task<T>> work);

    /// <summary>A phase begins; the one before it has ended.</summary>
    /// <param name="name">Its name, for example "ingest".</param>
    void Phase(string name);

    /// <summary>Something about the phase.</summary>
    /// <param name="text">What.</param>
    void Detail(string text);

    /// <summary>A second of the load.</summary>
    /// <param name="row">What happened in it.</param>
    void Second(SeriesRow row);
}
