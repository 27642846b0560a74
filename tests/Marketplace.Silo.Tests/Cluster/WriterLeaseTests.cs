using Marketplace.Protocols.Storage;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Xunit;
using static Marketplace.Silo.Tests.Cluster.StoredCluster;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Silos that may have been declared dead without having noticed.</summary>
public sealed class WriterLeaseTests(PostgresFixture postgres)
{
    [Theory]
    [InlineData("locking")]
    [InlineData("ordered-locking")]
    [InlineData("deterministic")]
    [InlineData("optimistic")]
    [InlineData("orleans-transactions")]
    public async Task A_silo_that_may_be_a_writer_no_more_does_not_tell_what_it_has_read(string protocol)
    {
        var lease = new LeaseInHand();
        await using var cluster = await Start(
            await postgres.CreateDatabaseWithData(),
            protocol,
            services => services.AddSingleton<IWriterLease>(lease),
            "Protocol:RetryFor=00:00:01");
        Assert.Equal((InStock, 0), await Stock(cluster[Far], 2));
        lease.IsOver = true;
        Assert.Null(await Stock(cluster[Far], 2));
        lease.IsOver = false;
        Assert.Equal((InStock, 0), await Stock(cluster[Far], 2));
    }

    [Fact]
    public async Task The_storage_says_whether_a_silo_still_is_a_writer()
    {
        await using var cluster = await Start(await postgres.CreateDatabase(), "locking");
        var (near, far) = (cluster[Near].App.Services, cluster[Far].App.Services);
        await near.GetRequiredService<IWriterLease>().Confirm();
        await far.GetRequiredService<ISiloFence>().Close(near.GetRequiredService<ISiloIdentity>().Key);
        await Assert.ThrowsAsync<StorageUnavailableException>(async () => await near.GetRequiredService<IWriterLease>().Confirm());
        await far.GetRequiredService<IWriterLease>().Confirm();
    }
}
