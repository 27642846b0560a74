using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

/// <summary>Starts of silos that fail.</summary>
internal static class FailedStart
{
    /// <summary>Starts a silo that can't start with its settings.</summary>
    public static Task<string> With(params string[] settings) =>
        Of(["--urls", "http://127.0.0.1:0", .. settings.Select(static setting => "--Marketplace:" + setting)]);

    /// <summary>Starts a silo that can't start as it is told to.</summary>
    public static async Task<string> Of(params string[] args)
    {
        using var errors = new StringWriter();
        Assert.Equal(SiloHost.BadUsage, await SiloHost.Run(args, TextWriter.Null, errors, static services => services.AsOneOfMany()));
        return Assert.Single(errors.ToString().Trim().Split('\n'));
    }
}
