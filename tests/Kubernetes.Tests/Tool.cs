using System.ComponentModel;
using System.Diagnostics;

namespace Marketplace.Kubernetes.Tests;

/// <summary>A program that these tests need on the PATH. Where it is missing, a test fails, and says what to do.</summary>
/// <param name="need">What it is needed for, and how it is installed, in a sentence.</param>
internal sealed class Tool(string name, string need)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    public static Tool Kubectl { get; } = new(
        "kubectl",
        "with it the manifests are rendered. Install version 1.27 or newer, package kubectl of pkgs.k8s.io, or let .ci/run do it.");

    public static Tool Node { get; } = new(
        "node",
        "with it the manifests are checked against Kubernetes' schemas. Install it: apt-get install nodejs");

    public static Tool Npm { get; } = new("npm", "with it Kubernetes' schemas are restored. Install it: apt-get install npm");
    public static Tool Dotnet { get; } = new("dotnet", "with it the images are made.");

    /// <summary>Runs it to its end.</summary>
    /// <returns>Exit code, standard output, and what it said on standard error.</returns>
    public async Task<(int ExitCode, string Output, string Errors)> Run(string folder, string input, params string[] arguments)
    {
        using var process = Start(folder, arguments);
        using var limit = new CancellationTokenSource(Patience);
        try
        {
            var output = process.StandardOutput.ReadToEndAsync(limit.Token);
            var errors = process.StandardError.ReadToEndAsync(limit.Token);
            await process.StandardInput.WriteAsync(input.AsMemory(), limit.Token);
            process.StandardInput.Close();
            await process.WaitForExitAsync(limit.Token);
            return (process.ExitCode, await output, await errors);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"{name} {string.Join(' ', arguments)} did not end within {Patience}.");
        }
    }

    /// <summary>Runs it, and expects success.</summary>
    public async Task<string> Expect(string folder, string input, params string[] arguments)
    {
        var (exitCode, output, errors) = await Run(folder, input, arguments);
        return exitCode == 0
            ? output
            : throw new InvalidOperationException($"{name} {string.Join(' ', arguments)} ended with exit code {exitCode}: {errors}{output}");
    }

    /// <summary>Starts it, and leaves it to the caller. It is expected to end when its input does.</summary>
    public Process Start(string folder, params string[] arguments) => Start(Information(folder, arguments));

    private ProcessStartInfo Information(string folder, string[] arguments) => new(name, arguments)
    {
        WorkingDirectory = folder,
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    };

    private Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new InvalidOperationException($"{name} is not there: {need}", exception);
        }
    }
}
