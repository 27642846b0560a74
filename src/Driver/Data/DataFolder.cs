using System.Text.Json;
using Marketplace.Audit;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Data;

/// <summary>
/// A data set as files: an NDJSON file a kind of entity, and dataset.json, which says from which settings and seed it was made. The load
/// is derived from the same settings and seed, so files serve a scenario only if both agree.
/// </summary>
internal sealed class DataFolder(string path, DataGenerator generator, DataDescription description) : IDataSource
{
    private const int BufferSize = 1 << 20;

    public DataSetCounts Counts => generator.Counts;
    public IReadOnlyList<EntitySet> Sets { get; } = EntitySet.Of(generator);
    private string DescriptionPath => Path.Combine(path, "dataset.json");

    /// <summary>Writes all files; dataset.json last, so that a folder which has it is complete.</summary>
    /// <exception cref="IOException">A file can't be written.</exception>
    public async Task Write(IProgress<string> progress, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(path);
        File.Delete(DescriptionPath);
        IDataSource source = new GeneratedData(generator);
        foreach (var set in Sets)
        {
            progress.Report($"{set.Name}: {set.Count}");
            await using var file = new FileStream(PathOf(set), FileMode.Create, FileAccess.Write, FileShare.None, BufferSize);
            await source.Copy(set, file, cancellationToken);
        }

        await File.WriteAllTextAsync(
            DescriptionPath,
            JsonSerializer.Serialize(description, ScenarioJson.Default.DataDescription),
            cancellationToken);
    }

    /// <summary>Checks that the folder holds this data set.</summary>
    /// <exception cref="ScenarioException">It does not.</exception>
    public void Verify()
    {
        if (!File.Exists(DescriptionPath))
            throw new ScenarioException(DescriptionPath, "$", "is missing; write it first: driver generate SCENARIO --data FOLDER");
        DataDescription? found;
        try
        {
            found = JsonSerializer.Deserialize(File.ReadAllText(DescriptionPath), ScenarioJson.Default.DataDescription);
        }
        catch (JsonException error)
        {
            throw new ScenarioException(DescriptionPath, error.Path ?? "$", "is not a description of a data set");
        }

        if (found != description)
            throw new ScenarioException(DescriptionPath, "$", "was made from other data settings or another seed than the scenario's");
    }

    public async Task Copy(EntitySet set, Stream target, CancellationToken cancellationToken)
    {
        await using var file = File.OpenRead(PathOf(set));
        await file.CopyToAsync(target, cancellationToken);
    }

    public IEnumerable<byte[]> Lines(EntitySet set) => File.ReadLines(PathOf(set)).Select(System.Text.Encoding.UTF8.GetBytes);

    private string PathOf(EntitySet set) => Path.Combine(path, $"{set.Name}.ndjson");
}
