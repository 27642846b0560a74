using Marketplace.Silo.Settings;
using Xunit;

namespace Marketplace.Silo.Tests.Settings;

/// <summary>Who may use the same schemas of PostgreSQL.</summary>
public sealed class DataOwnerTests
{
    [Theory]
    [InlineData("Provider=localhost SiloPort=11111", "Provider=localhost SiloPort=22222 Primary=127.0.0.1:11111")]
    [InlineData("Provider=redis Connection=one:6379,two:6379,password=x", "Provider=redis Connection=two:6379,one:6379,password=y SiloName=b")]
    [InlineData("Provider=postgres Connection=Host=h;Username=u;Password=x;Database=d", "Provider=postgres Connection=Host=h;Username=v;Database=d")]
    [InlineData("Provider=postgres Connection=Host=h;Username=d", "Provider=postgres Connection=Host=h;Port=5432;Database=d")]
    public void Silos_of_a_cluster_are_one(string one, string other) => Assert.Equal(Of(one), Of(other));

    [Theory]
    [InlineData("Provider=none", "Provider=none")]
    [InlineData("Provider=localhost", "Provider=localhost")]
    [InlineData("Provider=localhost SiloPort=11111", "Provider=localhost SiloPort=11112")]
    [InlineData("Provider=redis Connection=one:6379", "Provider=redis Connection=two:6379")]
    [InlineData("Provider=redis Connection=one:6379", "Provider=redis Connection=one:6379 Id=b")]
    [InlineData("Provider=redis Connection=one:6379", "Provider=redis Connection=one:6379 ServiceId=b")]
    [InlineData("Provider=postgres Connection=Host=h;Database=d", "Provider=postgres Connection=Host=h;Database=e")]
    public void Silos_that_do_not_find_each_other_are_not(string one, string other) => Assert.NotEqual(Of(one), Of(other));

    [Theory]
    [InlineData("Provider=redis Connection=one:6379,password=sesame")]
    [InlineData("Provider=postgres Connection=Host=h;Password=sesame")]
    [InlineData("Provider=postgres Connection=Hosst=sesame")]
    public void Nobody_is_told_a_password(string cluster) => Assert.DoesNotContain("sesame", Of(cluster), StringComparison.Ordinal);

    private static string Of(string cluster)
    {
        var settings = cluster.Split(' ').Select(static setting => setting.Split('=', 2))
            .Select(static setting => ("Cluster:" + setting[0], setting[1]));
        return DataOwner.Of(new ClusterSettings(SettingsReader.Of([.. settings])));
    }
}
