using Xunit;

namespace Marketplace.Kubernetes.Tests.Images;

public sealed class DockerfileTests
{
    [Fact]
    public void The_Dockerfile_makes_the_images_that_the_SDK_makes() => Assert.Empty(new Dockerfile(Repository.Read("Dockerfile")).Problems());

    [Theory]
    [InlineData("COPY build/ build/", "COPY built/ build/", "There is no built to copy")]
    [InlineData("COPY build/ build/", "COPY docs/ docs/", ".dockerignore keeps docs out")]
    [InlineData("--from=publish-silo", "--from=publish", "There is no stage publish to copy from")]
    [InlineData("sdk:10.0", "sdk:9.0", "No stage builds with the SDK of 10.0")]
    [InlineData("src/Driver/Driver.csproj", "src/Driver/Drive.csproj", "src/Driver/Driver.csproj is not published")]
    [InlineData("-c Release", "-c Debug", "Not a release build of the chosen engine")]
    [InlineData("dotnet/aspnet:10.0-noble-chiseled", "dotnet/aspnet:10.0", "silo: the base image is")]
    [InlineData("USER 1654", "USER root", "driver: the user is 'root'")]
    [InlineData("/app/Driver.dll", "Driver.dll", "driver: the entrypoint is")]
    public void A_slip_in_the_Dockerfile_is_noticed(string old, string replacement, string expected)
    {
        var text = Repository.Read("Dockerfile");
        Assert.Contains(old, text, StringComparison.Ordinal);
        var problems = new Dockerfile(text.Replace(old, replacement, StringComparison.Ordinal)).Problems();
        Assert.Contains(problems, problem => problem.Contains(expected, StringComparison.Ordinal));
    }
}
