namespace Marketplace.Grains.Cart;

/// <summary>What an add means after a checkout that failed (E4 or E7).</summary>
public enum AfterFailure
{
    /// <summary>The session goes on with its items: another attempt will follow.</summary>
    KeepSession = 0,

    /// <summary>A new session starts: the public drivers forget the items without sealing (setting Gateway:LegacyStatus).</summary>
    StartNewSession = 1,
}
