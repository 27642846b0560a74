using Marketplace.Records.Stores;
using Xunit;

namespace Marketplace.Records.Tests;

/// <summary>What every store does, whatever is behind it. Each takes a store with the seed of so many rows.</summary>
internal static class StoreContract
{
    public const int Rows = 40;

    /// <summary>Makes and opens a store.</summary>
    public static async Task<IRecordStore> Open(RecordsSettings settings)
    {
        var store = RecordStores.Create(settings, TimeProvider.System);
        await store.Open();
        return store;
    }

    public static async Task ReadsWhatWasWritten(IRecordStore store)
    {
        foreach (var id in new[] { 1, 7, 40 })
        {
            AssertEqual(SeedData.Item(id, Rows), await store.Get(id));
            AssertEqual(SeedData.Item(id, Rows), await store.GetBySku(SeedData.Sku(id)));
        }

        Assert.Equal([1L, 5, 9], (await store.ListByOwner(1, 3)).Select(item => item.Id));
        Assert.All(await store.ListByOwner(1, 100), item => AssertEqual(SeedData.Item(item.Id, Rows), item));
        Assert.Null(await store.Get(41));
        Assert.Null(await store.GetBySku("none"));
        Assert.Empty(await store.ListByOwner(1_000, 3));

        var created = SeedData.Item(41, Rows);
        Assert.True(await store.Create(created));
        Assert.False(await store.Create(created));
        AssertEqual(created, await store.Get(41));

        var change = new ItemChange(
            3, 12.34m, 56, created.UpdatedAt.AddHours(1), new ItemAttribute("attribute4", "changed"), WriteMark.Of(41, 2, 9, 12.34m, 56));
        Assert.True(await store.Update(41, change));
        Assert.False(await store.Update(42, change));
        AssertEqual(
            created with
            {
                Status = 3,
                Price = 12.34m,
                Quantity = 56,
                UpdatedAt = change.UpdatedAt,
                Attributes = [.. created.Attributes.Select(one => one.Name == "attribute4" ? change.Attribute : one)],
                Mark = change.Mark,
            },
            await store.GetBySku(created.Sku));
        Assert.True(await store.Delete(41));
        Assert.False(await store.Delete(41));
        Assert.Null(await store.Get(41));
        Assert.Equal(40, await store.Count());
    }

    public static async Task RolesHaveTheirPermissions(IRecordStore store)
    {
        var (expected, found) = (SeedData.AllRoles(), await store.Roles());
        Assert.Equal(expected.Select(role => (role.Id, role.Name)), found.Select(role => (role.Id, role.Name)));
        Assert.Equal(expected.SelectMany(role => role.Permissions), found.SelectMany(role => role.Permissions));
        Assert.Equal(50, found.Sum(role => role.Permissions.Count));
    }

    public static async Task ResetTakesBackToTheSeed(IRecordStore store)
    {
        await store.Delete(3);
        await store.Create(SeedData.Item(41, Rows));
        await store.Reset();
        Assert.Equal(40, await store.Count());
        AssertEqual(SeedData.Item(3, Rows), await store.Get(3));
        Assert.Null(await store.Get(41));
    }

    private static void AssertEqual(Item expected, Item? found)
    {
        Assert.NotNull(found);
        Assert.Equal(expected.Attributes, found.Attributes);
        Assert.Equal(expected.Tags, found.Tags);
        Assert.Equal(expected with { Attributes = [], Tags = [] }, found with { Attributes = [], Tags = [] });
        Assert.Equal(found.Mark, WriteMark.Of(found.Id, found.Mark.Writer, found.Mark.Sequence, found.Price, found.Quantity));
    }
}
