using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;

namespace Marketplace.Grains.Cart;

/// <summary>Exports the time of the silo, and how long a session may be left before it counts as abandoned.</summary>
internal sealed class CartClock(TimeProvider time, CartOptions options) : Export("clock")
{
    public override async Task Write(GrainReader grains, ExportWriter lines) => await lines.Write(
        new ClockExport(time.GetUtcNow().UtcDateTime, options.AbandonmentWindow.TotalSeconds), EntityJson.Default.ClockExport);
}
