using System.Collections.Immutable;
using Marketplace.Grains.Replication;
using Xunit;

namespace Marketplace.Grains.Tests.Replication;

/// <summary>What is committed of a seller's updates.</summary>
public sealed class UpdatePrefixTests
{
    private static readonly UpdatePrefix Prefix = new(6, ImmutableDictionary<int, ProductReplica>.Empty.Add(1, new("0", 12m, Sequence: 4)));

    [Theory]
    [InlineData(1, 3, true)]
    [InlineData(1, 4, false)]
    [InlineData(1, 5, false)]
    [InlineData(2, 1, false)]
    public void An_update_is_late_if_the_product_has_had_another_one_since(int product, int sequence, bool isLate) =>
        Assert.Equal(isLate, Prefix.IsAfter(product, new ProductReplica("0", 11m, sequence)));
}
