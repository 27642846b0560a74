using System.Globalization;

namespace Marketplace.Audit.Claims;

/// <summary>What the settings of a target ask for, and so what the target claims.</summary>
/// <param name="Guarantee">What they promise of transactions.</param>
public sealed record TargetClaims(Guarantee Guarantee)
{
    private const int RetriesByDefault = 10;

    /// <summary>A target whose settings are not known.</summary>
    public static TargetClaims Unknown { get; } = new(Guarantee.Required);

    /// <summary>A target that keeps no state.</summary>
    public static TargetClaims Stateless { get; } = new(Guarantee.DriverOnly);

    /// <summary>True if the target must have exports.</summary>
    public bool AreExportsAsked { get; init; }

    /// <summary>True if each service gets resources of its own.</summary>
    public bool IsPerServiceAsked { get; init; }

    /// <summary>True if states are kept in a database.</summary>
    public bool IsDatabaseAsked { get; init; }

    /// <summary>True if an audit log is kept.</summary>
    public bool IsLogAsked { get; init; }

    /// <summary>True if all that transactions do is recorded.</summary>
    public bool IsRecordingAsked { get; init; }

    /// <summary>True if the protocol keeps the order of real time.</summary>
    public bool IsStrictAsked => Guarantee == Guarantee.AllServices;

    /// <summary>The level of replication.</summary>
    public ReplicationLevel Replication { get; init; }

    /// <summary>True if updates of products come to the carts that hold them.</summary>
    public bool AreProductsFollowed { get; init; }

    /// <summary>How often an event takes effect.</summary>
    public EventLevel Delivery { get; init; }

    /// <summary>True if events may come in any order.</summary>
    public bool IsUnorderedAsked { get; init; }

    /// <summary>
    /// Share of the payments that the provider declines, 0–1; null where that is not known, or where calls may not reach the provider at all.
    /// </summary>
    public double? DeclineRate { get; init; }

    /// <summary>
    /// How often an aborted transaction is tried before that is the answer; null where that is not known, or aborts are not counted.
    /// </summary>
    public int? Attempts { get; init; }

    /// <summary>Reads the settings of one of our silos.</summary>
    /// <param name="setting">
    /// The value of a setting by its name without section, for example "Replication:Transport", with the silo's preset filled in; null if
    /// it has none.
    /// </param>
    public static TargetClaims OfSilo(Func<string, string?> setting)
    {
        var isStateless = Is("Preset", "null");
        var guarantee = isStateless ? Guarantee.DriverOnly
            : ClaimTable.Protocols.TryGetValue(setting("Protocol") ?? "none", out var promised) ? promised
            : Guarantee.EachService;
        return new TargetClaims(guarantee)
        {
            AreExportsAsked = !isStateless,
            IsPerServiceAsked = Is("Placement", "per-service"),
            IsDatabaseAsked = Is("Storage", "postgres"),
            IsLogAsked = Is("AuditLog", "postgres"),
            IsRecordingAsked = Is("Recording", "full"),
            Replication = ReplicationLevels.Of(setting("Replication")),
            AreProductsFollowed = setting("Replication") is { Length: > 0 } && !Is("Replication", "none") && !Is("Replication:Transport", "redis"),
            Delivery = Is("Delivery", "exactly-once") ? EventLevel.ExactlyOnce
                : Is("Delivery", "at-least-once") ? EventLevel.AtLeastOnce
                : EventLevel.AtMostOnce,
            IsUnorderedAsked = !Is("EventOrder", "causal"),
            DeclineRate = setting("PaymentProvider:Outage") is { } outage && outage != "0" ? null
                : setting("PaymentProvider:DeclineRate") is not { } rate ? 0
                : double.TryParse(rate, NumberStyles.Float, CultureInfo.InvariantCulture, out var share) ? share
                : null,

            // Transactions of Orleans count no aborts.
            Attempts = Is("Protocol", "orleans-transactions") ? null
                : setting("Protocol:Retries") is not { } given ? RetriesByDefault + 1
                : int.TryParse(given, CultureInfo.InvariantCulture, out var retries) ? retries + 1
                : null,
        };

        bool Is(string name, string value) => value.Equals(setting(name), StringComparison.OrdinalIgnoreCase);
    }
}
