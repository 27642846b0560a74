using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Services;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Customer;

internal sealed class CustomerService : Service
{
    public override string Name => "customer";

    public override ImmutableArray<GrainKind> Grains { get; } =
    [
        new GrainKind<ICustomerGrain, CustomerState>
        {
            Name = "customer",
            Number = 6,
            LockRank = 80,
            MakeFormat = static () => new(
                CustomerJson.Default.CustomerState,
                new SinglePart<CustomerState, CustomerEntity>(
                    PartNames.Ingested, static s => s.Ingested, static (s, customer) => s.Ingested = customer, EntityJson.Default.Customer)),
        },
    ];

    public override void Register(IServiceCollection services) => services.AddExport<ICustomerGrain, CustomerState, CustomerExport?>(
        "customers",
        ofCustomers: true,
        static (tx, customer) => customer.Export(tx),
        static (lines, customer, _) => lines.Write(customer, EntityJson.Default.CustomerExport));
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(CustomerState))]
internal sealed partial class CustomerJson : JsonSerializerContext;
