namespace Marketplace.Grains.Dashboards;

/// <summary>What may happen to the ongoing entries of a seller.</summary>
internal enum DashboardChangeKind
{
    /// <summary>The seller is known from now on, so that it has a dashboard.</summary>
    Known,

    /// <summary>E5: the entries of an order are new.</summary>
    Issued,

    /// <summary>E6, E8, E9: they go on. Amounts stay what they are.</summary>
    Changed,

    /// <summary>The order is concluded, or its payment failed.</summary>
    Left,
}
