namespace Marketplace.Engine.Local;

/// <summary>Tells the services of an activation whose they are.</summary>
internal sealed class ActivationScope
{
    private IGrainContext? _context;

    public IGrainContext Context
    {
        get => _context ?? throw new InvalidOperationException("No grain's code runs here: there is no grain context.");
        set => _context = value;
    }
}
