namespace Marketplace.Grains.EventDelivery;

/// <summary>An event has arrived.</summary>
/// <param name="Number">Place among the arrivals at this consumer, from 1.</param>
/// <param name="Effect">Number of the arrival that had the effect: this one, unless it is a repeat; 0 if that is not known any more.</param>
internal readonly record struct Arrival(int Number, int Effect)
{
    /// <summary>Whether it has an effect.</summary>
    public bool IsNew => Number == Effect;
}
