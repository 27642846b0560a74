namespace Marketplace.LocalEngine.Timers;

/// <summary>Names the tick of a timer to the filters that it passes.</summary>
internal interface ITicking
{
    /// <summary>A tick.</summary>
    Task Tick();
}
