namespace Marketplace.Replication.Redis;

/// <summary>How Redis carries updates from products to carts.</summary>
/// <param name="Primary">Connection string of the primary, for StackExchange.Redis: it takes what is written.</param>
/// <param name="Secondary">Connection string of the secondary, which replicates from the primary: carts read it.</param>
/// <param name="Timeout">How long an update or a checkout waits for Redis.</param>
/// <param name="MaxWaiting">Updates that wait for Redis at once at most.</param>
/// <param name="Prefix">What the keys of this system begin with: letters, digits and punctuation that no pattern of Redis uses.</param>
/// <param name="Owner">
/// Who writes what is there: silos of a cluster have the same name, a silo that is alone has a new one at each start. What another one has written
/// there counts for nothing: it may have been replaced without knowing it.
/// </param>
public sealed record RedisOptions(string Primary, string Secondary, TimeSpan Timeout, int MaxWaiting, string Prefix, string Owner)
{
    /// <summary>Name of the setting that says where the primary is.</summary>
    public const string PrimarySetting = "RedisPrimary";

    /// <summary>Name of the setting that says where the secondary is.</summary>
    public const string SecondarySetting = "RedisSecondary";

    /// <summary>How long one try may take: there are several within <see cref="Timeout"/>.</summary>
    internal TimeSpan TryTimeout => Timeout / 4;
}
