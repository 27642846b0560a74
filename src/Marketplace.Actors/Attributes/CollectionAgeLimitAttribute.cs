namespace Orleans;

/// <summary>How long an activation of this grain class may be idle before it is deactivated; overrides the engine's setting.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class CollectionAgeLimitAttribute : Attribute
{
    /// <summary>Days of the limit.</summary>
    public double Days { get; set; }

    /// <summary>Hours of the limit.</summary>
    public double Hours { get; set; }

    /// <summary>Minutes of the limit.</summary>
    public double Minutes { get; set; }

    /// <summary>Keeps activations until the engine stops or they ask to leave.</summary>
    public bool AlwaysActive { get; set; }

    /// <summary>The limit: the sum of its parts.</summary>
    public TimeSpan AgeLimit =>
        AlwaysActive ? Timeout.InfiniteTimeSpan : TimeSpan.FromDays(Days) + TimeSpan.FromHours(Hours) + TimeSpan.FromMinutes(Minutes);
}
