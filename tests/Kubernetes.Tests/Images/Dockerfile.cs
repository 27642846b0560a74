using System.Text.Json;
using System.Text.RegularExpressions;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>The Dockerfile, held to what the SDK makes: the same images in another way.</summary>
/// <param name="text">Its text.</param>
internal sealed partial class Dockerfile(string text)
{
    private static readonly (string Stage, string Project)[] Images =
    [
        ("silo", "src/Marketplace.Silo/Marketplace.Silo.csproj"),
        ("driver", "src/Driver/Driver.csproj"),
    ];

    private readonly (string Stage, string Base, string Word, string Tail)[] _lines = [.. Parse(text)];

    /// <summary>A line for each thing that is not as it should be.</summary>
    public IEnumerable<string> Problems() =>
        Sources().Concat(Stages()).Concat(Projects()).Concat(Images.SelectMany(image => Differences(image.Stage, image.Project)));

    private IEnumerable<string> Sources()
    {
        var lines = Repository.Read(".dockerignore").Split('\n');
        var allowed = lines.Where(static line => line.StartsWith('!')).Select(static line => line[1..]).ToArray();
        var sources = Rest("COPY").Where(static rest => !rest.StartsWith("--from", StringComparison.Ordinal))
            .SelectMany(static rest => rest.Split(' ')[..^1])
            .Select(static source => source.TrimEnd('/'));
        foreach (var source in sources)
        {
            if (!Path.Exists(Path.Combine(Repository.Root, source)))
            {
                yield return $"There is no {source} to copy.";
            }

            if (!allowed.Any(pattern => System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(pattern, source)))
            {
                yield return $".dockerignore keeps {source} out.";
            }
        }
    }

    private IEnumerable<string> Stages()
    {
        var stages = _lines.Select(static line => line.Stage).ToHashSet();
        return Rest("COPY").SelectMany(static rest => FromStage().Matches(rest)).Select(static match => match.Groups[1].Value)
            .Where(stage => !stages.Contains(stage))
            .Select(static stage => $"There is no stage {stage} to copy from.");
    }

    private IEnumerable<string> Projects()
    {
        var framework = ProjectFile.Value("Directory.Build.props", "TargetFramework")["net".Length..];
        if (!_lines.Any(line => line.Base == $"mcr.microsoft.com/dotnet/sdk:{framework}"))
        {
            yield return $"No stage builds with the SDK of {framework}.";
        }

        foreach (var (_, project) in Images)
        {
            if (!Rest("RUN").Any(command => command.Contains($"dotnet publish {project} ", StringComparison.Ordinal)))
            {
                yield return $"{project} is not published.";
            }
        }

        foreach (var command in Rest("RUN").Where(static command => !command.Contains("-c Release -p:Engine=${ENGINE}", StringComparison.Ordinal)))
        {
            yield return $"Not a release build of the chosen engine: {command}";
        }
    }

    private IEnumerable<string> Differences(string stage, string project)
    {
        var last = _lines.Where(line => line.Stage == stage).ToArray();
        string Value(string word) => last.LastOrDefault(line => line.Word == word).Tail ?? "";
        var program = $"/app/{Path.GetFileNameWithoutExtension(project)}.dll";
        (string What, string Expected, string Found)[] properties =
        [
            ("base image", ProjectFile.Value(project, "ContainerBaseImage"), last.FirstOrDefault().Base ?? ""),
            ("user", ProjectFile.Value(project, "ContainerUser"), Value("USER")),
            ("entrypoint", JsonSerializer.Serialize(new[] { "dotnet", program }), Value("ENTRYPOINT").Replace(" ", "", StringComparison.Ordinal)),
        ];
        return properties.Where(static property => property.Expected != property.Found)
            .Select(property => $"{stage}: the {property.What} is '{property.Found}', expected '{property.Expected}'.");
    }

    private IEnumerable<string> Rest(string word) => _lines.Where(line => line.Word == word).Select(static line => line.Tail);

    private static IEnumerable<(string Stage, string Base, string Word, string Tail)> Parse(string text)
    {
        var (stage, image) = ("", "");
        var lines = text.Replace("\\\n", " ", StringComparison.Ordinal).Split('\n').Where(static line => line.Length > 0 && line[0] != '#');
        foreach (var parts in lines.Select(static line => line.Split(' ', 2, StringSplitOptions.TrimEntries)))
        {
            if (parts[0] == "FROM")
            {
                (image, stage) = parts[1].Split(" AS ") is [var from, var name] ? (from, name) : (parts[1], "");
            }

            yield return (stage, image, parts[0], parts[1]);
        }
    }

    [GeneratedRegex("--from=([^ ]+)")]
    private static partial Regex FromStage();
}
