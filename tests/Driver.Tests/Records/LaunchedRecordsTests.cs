using System.Text.Json.Nodes;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;
using Xunit;

namespace Marketplace.Driver.Tests.Records;

public sealed class LaunchedRecordsTests
{
    [Fact]
    public void A_service_gets_its_settings_and_the_server_but_not_what_the_driver_does_for_it()
    {
        var records = new LaunchedRecords(JsonNode.Parse("""{ "Pool": 5, "Cpus": 1, "Rows": 20 }""")!.AsObject());
        Assert.True(records.NeedsPostgres);
        Assert.Equal(20, records.SeedRows);
        Assert.Equal(
            [new("Records:Pool", "5"), new("Records:Rows", "20"), new("Records:Postgres", "Host=here")], records.ForService("Host=here", null));
        Assert.False(new LaunchedRecords(JsonNode.Parse("""{ "store": "memory" }""")!.AsObject()).NeedsPostgres);
    }

    [Fact]
    public void A_service_with_MongoDB_gets_the_server_that_was_started_unless_it_names_one()
    {
        var records = new LaunchedRecords(JsonNode.Parse("""{ "store": "MongoDB" }""")!.AsObject());
        Assert.Equal((false, true), (records.NeedsPostgres, records.NeedsMongo));
        Assert.Equal([new("Records:store", "MongoDB"), new("Records:MongoDb", "mongodb://here")], records.ForService(null, "mongodb://here"));
        Assert.False(new LaunchedRecords(JsonNode.Parse("""{ "Store": "mongodb", "MongoDb": "mongodb://there" }""")!.AsObject()).NeedsMongo);
    }

    [Fact]
    public void Each_instance_takes_the_next_cores()
    {
        var records = new LaunchedRecords(JsonNode.Parse("""{ "Cpus": 2 }""")!.AsObject());
        Assert.Equal([0, 1], records.CoresOf(0, 3));
        Assert.Equal([2, 0], records.CoresOf(1, 3));
        Assert.Null(records.CoresOf(0, 2));
    }

    [Fact]
    public void Waits_of_several_instances_are_told_as_one()
    {
        var (before, after) = (Reading(1, 1, 1), Reading(51, 98, 101));
        Assert.Equal(1, ServiceReading.WaitMs([(before, after), (before, before)], 0.5)!.Value, 6);
        Assert.Equal(10, ServiceReading.WaitMs([(before, after)], 0.97)!.Value, 6);
        Assert.Equal(10, ServiceReading.WaitMs([(before, after)], 1)!.Value, 6);
        Assert.Null(ServiceReading.WaitMs([(before, before)], 0.5));
        Assert.Null(ServiceReading.Parse("marketplace_gateway_start_time_seconds 1"));

        static ServiceReading Reading(long first, long second, long all) => ServiceReading.Parse(
            $$"""
            records_connections_busy_seconds_total 1.5
            records_pool_wait_seconds_bucket{le="0.001"} {{first}}
            records_pool_wait_seconds_bucket{le="0.01"} {{second}}
            records_pool_wait_seconds_bucket{le="+Inf"} {{all}}
            records_threads_peak 12
            """)!;
    }
}
