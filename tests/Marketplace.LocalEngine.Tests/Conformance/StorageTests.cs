using Marketplace.LocalEngine.Tests.Fixtures;
using Marketplace.Storage;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;
using Orleans.Storage;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

/// <summary>Grain storage in memory.</summary>
public sealed class StorageTests
{
    private static readonly GrainId Grain = GrainId.Create("cart", "7");

    [Fact]
    public async Task What_was_written_is_read_and_cleared_is_gone()
    {
        await using var engine = Engines.Start();
        var storage = engine.Services.GetRequiredKeyedService<IGrainStorage>(Engines.Storage);
        var state = new GrainState<List<int>>([1]);
        await storage.WriteStateAsync("items", Grain, state);
        Assert.True(state.RecordExists);
        var read = new GrainState<List<int>>();
        await storage.ReadStateAsync("items", Grain, read);
        Assert.Same(state.State, read.State);
        Assert.Equal(state.ETag, read.ETag);
        await storage.ClearStateAsync("items", Grain, read);
        Assert.False(read.RecordExists);
        var none = new GrainState<List<int>>([5]);
        await storage.ReadStateAsync("items", Grain, none);
        Assert.Equal([5], none.State);
        Assert.Null(none.ETag);
        Assert.False(none.RecordExists);
    }

    [Fact]
    public async Task A_writer_with_an_old_etag_is_refused()
    {
        await using var engine = Engines.Start();
        var storage = engine.Services.GetRequiredKeyedService<IGrainStorage>(Engines.Storage);
        var first = new GrainState<string>("a");
        await storage.WriteStateAsync("s", Grain, first);
        var stale = new GrainState<string>("b");
        await Assert.ThrowsAsync<InconsistentStateException>(() => storage.WriteStateAsync("s", Grain, stale));
        await storage.ReadStateAsync("s", Grain, stale);
        await storage.WriteStateAsync("s", Grain, stale);
        var error = await Assert.ThrowsAsync<InconsistentStateException>(() => storage.WriteStateAsync("s", Grain, first));
        Assert.Equal(stale.ETag, error.StoredEtag);
        Assert.Equal(first.ETag, error.CurrentEtag);
        await Assert.ThrowsAsync<InconsistentStateException>(() => storage.ClearStateAsync("s", Grain, first));
        await storage.ClearStateAsync("s", Grain, stale);
        await storage.WriteStateAsync("s", Grain, stale);
        Assert.NotEqual(first.ETag, stale.ETag);
    }

    [Fact]
    public async Task The_catalog_lists_the_grains_that_have_a_record_in_order()
    {
        await using var engine = Engines.Start();
        var storage = engine.Services.GetRequiredKeyedService<IGrainStorage>(Engines.Storage);
        var catalog = engine.Services.GetRequiredService<IGrainStorageCatalog>();
        foreach (var id in new[] { 300L, 20, 1 })
        {
            var grainId = GrainId.Create(GrainType.Create("cart"), GrainIdKeyExtensions.CreateIntegerKey(id));
            await storage.WriteStateAsync("s", grainId, new GrainState<int>(1));
        }
        await storage.ReadStateAsync("s", Grain, new GrainState<int>());
        await storage.WriteStateAsync("other", Grain, new GrainState<int>(1));
        var cleared = new GrainState<int>(1);
        await storage.WriteStateAsync("s", Grain, cleared);
        await storage.ClearStateAsync("s", Grain, cleared);
        var keys = new List<long>();
        var cancellation = TestContext.Current.CancellationToken;
        await foreach (var id in catalog.ListAsync("s", cancellation))
            keys.Add(id.GetIntegerKey());
        Assert.Equal([1, 20, 300], keys);
        Assert.Empty(await catalog.ListAsync("unknown", cancellation).ToListAsync(cancellation));
    }
}
