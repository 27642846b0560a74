namespace Marketplace.EndToEnd;

/// <summary>What goes wrong with a call.</summary>
public enum FaultKind
{
    /// <summary>It does not arrive, and nobody notices.</summary>
    Lost,

    /// <summary>It arrives twice.</summary>
    Twice,
}
