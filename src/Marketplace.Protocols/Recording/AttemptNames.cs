using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Marketplace.Protocols.Recording;

/// <summary>Names the attempts of this start of a silo, each as no attempt of any start is named.</summary>
internal sealed class AttemptNames
{
    // Of 2⁶² starts it is not two that take the same.
    private readonly long _recorder = BinaryPrimitives.ReadInt64LittleEndian(RandomNumberGenerator.GetBytes(sizeof(long))) & (long.MaxValue >> 1);
    private long _last;

    /// <param name="attempt">Number of the attempt within its transaction, from 1.</param>
    public RecordedAttempt Next(int attempt) => new(_recorder, Interlocked.Increment(ref _last), attempt);
}
