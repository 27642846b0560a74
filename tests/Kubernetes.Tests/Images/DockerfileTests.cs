using Xunit;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>No Docker builds the Dockerfile here; what it must share with the images that the SDK makes, it does.</summary>
public sealed class DockerfileTests
{
    private static readonly string[] Lines = Repository.Read("Dockerfile").Replace("\\\n", " ", StringComparison.Ordinal).Split('\n');

    [Theory]
    [InlineData("silo", "src/Marketplace.Silo/Marketplace.Silo.csproj")]
    [InlineData("driver", "src/Driver/Driver.csproj")]
    public void A_stage_makes_the_image_that_the_SDK_makes(string stage, string project)
    {
        var program = Path.GetFileNameWithoutExtension(project);
        var publish = $" dotnet publish {project} -c Release -p:SourceRevisionId=$COMMIT -o /app";
        var build = Lines.SkipWhile(line => line != $"FROM source AS publish-{stage}").TakeWhile(static line => line.Length > 0);
        Assert.Contains(build, line => line.EndsWith(publish, StringComparison.Ordinal));
        var image = Lines.SkipWhile(line => line != $"FROM {ProjectFile.Value(project, "ContainerBaseImage")} AS {stage}")
            .TakeWhile(static line => line.Length > 0);
        Assert.Contains($"COPY --from=publish-{stage} /app .", image);
        Assert.Contains($"USER {ProjectFile.Value(project, "ContainerUser")}", image);
        Assert.Contains($"ENTRYPOINT [\"dotnet\", \"/app/{program}.dll\"]", image);
    }

    [Fact]
    public void It_takes_along_the_licences_that_an_image_carries()
    {
        var copied = Lines.Where(static line => line.StartsWith("COPY ", StringComparison.Ordinal)).SelectMany(static line => line.Split(' '));
        Assert.Superset(new HashSet<string>(["LICENSE", "THIRD-PARTY-NOTICES.md"]), copied.ToHashSet());
    }

    [Fact]
    public void It_builds_with_the_SDK_of_this_framework_from_what_is_there()
    {
        var framework = ProjectFile.Value("Directory.Build.props", "TargetFramework")["net".Length..];
        Assert.Contains($"FROM mcr.microsoft.com/dotnet/sdk:{framework} AS source", Lines);
        var sources = Lines.Select(static line => line.Split(' '))
            .Where(static words => words[0] == "COPY" && !words[1].StartsWith("--", StringComparison.Ordinal))
            .SelectMany(static words => words[1..^1])
            .ToArray();
        Assert.NotEmpty(sources);
        Assert.All(sources, static source => Assert.True(Path.Exists(Path.Combine(Repository.Root, source)), source));
        var allowed = Repository.Read(".dockerignore").Split('\n').Where(static line => line.StartsWith('!')).Select(static line => line[1..]);
        Assert.All(sources, source => Assert.Contains(
            allowed, pattern => System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(pattern, source.TrimEnd('/'))));
    }
}
