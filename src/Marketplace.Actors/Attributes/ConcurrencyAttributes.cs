namespace Orleans.Concurrency;

/// <summary>Marks a grain class whose requests may interleave with each other wherever one of them awaits.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ReentrantAttribute : Attribute;

/// <summary>Marks an interface method whose requests may interleave with any other request of the grain, in both directions.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class AlwaysInterleaveAttribute : Attribute;

/// <summary>Marks an interface method that changes nothing: its requests may run beside other read-only requests.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ReadOnlyAttribute : Attribute;

/// <summary>
/// Marks an interface method whose caller doesn't wait: the returned task is complete at once, and an exception of the method is
/// logged, never returned.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class OneWayAttribute : Attribute;
