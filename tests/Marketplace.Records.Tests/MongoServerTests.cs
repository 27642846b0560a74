using Marketplace.Records.Stores;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Records.Tests;

/// <summary>The store of MongoDB against a real server: mongod, if it is on the PATH, or the one that MONGODB_TEST names.</summary>
public sealed class MongoServerTests
{
    public static TheoryData<string> Layouts() => ["document", "document-indexed"];

    [Theory]
    [MemberData(nameof(Layouts))]
    public async Task A_store_reads_what_was_written(string layout) => await Run(layout, StoreContract.ReadsWhatWasWritten);

    [Theory]
    [MemberData(nameof(Layouts))]
    public async Task Roles_come_with_their_permissions(string layout) => await Run(layout, StoreContract.RolesHaveTheirPermissions);

    [Theory]
    [MemberData(nameof(Layouts))]
    public async Task A_reset_takes_all_back_to_the_seed(string layout) => await Run(layout, StoreContract.ResetTakesBackToTheSeed);

    private static async Task Run(string layout, Func<IRecordStore, Task> check)
    {
        Assert.SkipUnless(MongoServer.IsThere, "mongod is not on the PATH, and MONGODB_TEST names no server");
        await using var server = await MongoServer.Start(TestContext.Current.CancellationToken);
        await using var store = await StoreContract.Open(new RecordsSettings
        {
            Store = "mongodb",
            Layout = layout,
            Rows = StoreContract.Rows,
            Pool = 2,
            MongoDb = server.ConnectionString,
        });
        await store.Reset(); // A server of the user may have data of an earlier run.
        Assert.DoesNotContain("double", store.Server, StringComparison.Ordinal);
        await check(store);
    }
}
