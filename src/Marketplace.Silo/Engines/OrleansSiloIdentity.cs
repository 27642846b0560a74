using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>A silo of Orleans is known by its address, which has the time of its start in it.</summary>
internal sealed class OrleansSiloIdentity(ILocalSiloDetails self) : ISiloIdentity
{
    public long Key { get; } = KeyOf(self.SiloAddress);

    /// <summary>The key of any silo.</summary>
    public static long KeyOf(SiloAddress silo) =>
        BinaryPrimitives.ReadInt64LittleEndian(SHA256.HashData(Encoding.UTF8.GetBytes(silo.ToParsableString())));
}
