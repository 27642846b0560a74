using System.Security.Cryptography;

namespace Marketplace.Driver.Target.Servers;

/// <summary>Passwords of the servers that the driver starts: nobody else knows them, and no shell or connection string has to quote them.</summary>
internal static class ServerPassword
{
    private const int Digits = 32;

    /// <summary>Makes one.</summary>
    public static string New() => RandomNumberGenerator.GetHexString(Digits, lowercase: true);
}
