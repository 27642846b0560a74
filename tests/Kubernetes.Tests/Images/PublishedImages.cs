using System.Runtime.Versioning;
using Xunit;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>Both images, made by the command of docs/kubernetes.md from what is built already, on a base image without files.</summary>
[UnsupportedOSPlatform("windows")]
[CollectionDefinition(nameof(PublishedImages))]
public sealed class PublishedImages : IAsyncLifetime, ICollectionFixture<PublishedImages>
{
    // Outside of the repository, which a user without rights may not be able to read.
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("kubernetes-images-");

    internal Image Silo { get; private set; } = null!;
    internal Image Driver { get; private set; } = null!;

    /// <summary>A folder that is there as long as the images are.</summary>
    internal string Folder => _folder.FullName;

    public async ValueTask InitializeAsync()
    {
        File.SetUnixFileMode(_folder.FullName, (UnixFileMode)Convert.ToInt32("755", 8));
        await using var registry = await BaseRegistry.Start();
        await Tool.Dotnet.Expect(
            Repository.Root, "", "build", "k8s/images.proj", "--no-restore", "-nologo", "-c", Repository.Configuration, "-p:NoBuild=true",
            $"-p:ContainerBaseImage={registry.Address}/base:1", $"-p:ContainerArchiveOutputPath={Folder}/");
        Silo = await Unpack("src/Marketplace.Silo/Marketplace.Silo.csproj");
        Driver = await Unpack("src/Driver/Driver.csproj");
    }

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    private Task<Image> Unpack(string project)
    {
        var name = ProjectFile.Value(project, "ContainerRepository");
        return Image.Unpack(Path.Combine(Folder, $"{name}.tar.gz"), _folder.CreateSubdirectory(name).FullName);
    }
}
