using Marketplace.Contracts.Json;
using Xunit;

namespace Marketplace.Contracts.Tests.Json;

public sealed class FastPathTests
{
    // A converter among the options of a context takes the generated way to write from all of its types.
    [Fact]
    public void What_is_archived_and_answered_is_written_by_generated_code()
    {
        Assert.Empty(EntityJson.Default.Options.Converters);
        Assert.Empty(RequestJson.Default.Options.Converters);
        Assert.NotNull(EntityJson.Default.OrderExport.SerializeHandler);
        Assert.NotNull(EntityJson.Default.EntryExport.SerializeHandler);
        Assert.NotNull(EntityJson.Default.ShipmentExport.SerializeHandler);
        Assert.NotNull(EntityJson.Default.AttemptExport.SerializeHandler);
        Assert.NotNull(RequestJson.Default.CheckoutAnswer.SerializeHandler);
    }
}
