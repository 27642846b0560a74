using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Data;

/// <summary>Finds the data set of a scenario where the scenario or the user keeps it.</summary>
internal static class DataSets
{
    /// <summary>The data set of a run: from the generator, or from the file of the store "duckdb", which is written if it is not there.</summary>
    /// <exception cref="ScenarioException">The file holds another data set, or none.</exception>
    public static async Task<IDataSource> Open(
        Scenario scenario, DataGenerator generator, IProgress<string> progress, CancellationToken cancellationToken)
    {
        if (scenario.Data.Store == DataSettings.Memory) return new GeneratedData(generator);
        var path = DataFile.PathOf(scenario);
        var file = new DataFile(path, generator, DataDescription.Of(scenario));
        if (File.Exists(path))
        {
            file.Verify();
            progress.Report($"data set: {path}");
            return file;
        }

        progress.Report($"data set: {path} is written");
        await file.Write(progress, cancellationToken);
        return file;
    }

    /// <summary>A data set that `driver generate` wrote.</summary>
    /// <param name="path">A DuckDB file, or a folder of NDJSON files.</param>
    /// <exception cref="ScenarioException">It is not that of the scenario.</exception>
    public static IDataSource OpenAt(string path, Scenario scenario, DataGenerator generator)
    {
        if (IsFile(path))
        {
            var file = new DataFile(path, generator, DataDescription.Of(scenario));
            file.Verify();
            return file;
        }

        var folder = new DataFolder(path, generator, DataDescription.Of(scenario));
        folder.Verify();
        return folder;
    }

    /// <summary>True if a path names a DuckDB file, and not a folder.</summary>
    public static bool IsFile(string path) => Path.GetExtension(path) == DataFile.Extension;

    /// <summary>What the load needs of a data set.</summary>
    public static LoadData Load(IDataSource source, DataGenerator generator, CancellationToken cancellationToken) => source is DataFile file
        ? new LoadData(generator, file.Customers(), file.Products(), cancellationToken)
        : new LoadData(generator, cancellationToken);
}
