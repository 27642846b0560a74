namespace Marketplace.Driver.Reporting;

/// <summary>Writes report.html, one self-contained page, into the folder of a run.</summary>
internal interface IReportWriter
{
    /// <summary>Writes the page; an old one is replaced.</summary>
    /// <param name="results">What the run found.</param>
    /// <param name="folder">Folder of the run.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>Path of the page.</returns>
    /// <exception cref="IOException">The page can't be written.</exception>
    Task<string> WriteAsync(RunResults results, string folder, CancellationToken cancellationToken);
}
